/** Valid requests, and parsing of their answers. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  cardDataBody as validCardData,
  orderWhen,
  type Expected,
} from '../../../tests/support/orders/orders.ts';
import { send, type Answer } from './send.ts';
import { payinOrder, type PayinOrder } from './shapes.ts';
import type { Key, Target } from './target.ts';

export const PAYIN_PATH = '/api/v1/orders/payin';
export const CARD_DATA_PATH = '/api/v1/orders/payin/card-data';

export function payinBody(target: Target, overrides: object = {}) {
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: target.method('card_eur'),
    customer: {},
    ...overrides,
  };
}

/** Returns card data with any overrides, even invalid ones. */
export function cardDataBody(orderId: string, overrides: object = {}) {
  return { ...validCardData(orderId), ...overrides };
}

/** Parses an answer that must be an order. */
export function payinIn(answer: Answer): PayinOrder {
  expect(answer).toMatchObject({ status: 200 });
  return payinOrder.parse(JSON.parse(answer.text));
}

export async function createPayin(target: Target, overrides: object = {}): Promise<PayinOrder> {
  const body = payinBody(target, overrides);
  return payinIn(await send(target, { path: PAYIN_PATH, body }));
}

export async function readPayin(target: Target, id: string, key?: Key): Promise<PayinOrder> {
  return payinIn(await send(target, { path: `${PAYIN_PATH}/${id}`, ...(key && { key }) }));
}

/** Submits a card, which must be accepted. @returns the order after that */
export async function payWith(target: Target, id: string, cardNumber: string): Promise<PayinOrder> {
  const body = cardDataBody(id, { card_number: cardNumber });
  expect(await send(target, { path: CARD_DATA_PATH, body })).toMatchObject({ status: 200 });
  return readPayin(target, id);
}

/** Reads an order until it is as expected. @throws with its id and status if that never happens */
export async function payinWhen(
  target: Target,
  id: string,
  expected: Expected<PayinOrder>,
): Promise<PayinOrder> {
  return orderWhen(() => readPayin(target, id), expected);
}
