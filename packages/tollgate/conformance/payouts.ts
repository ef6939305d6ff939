/** Valid payout requests, and parsing of their answers. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { orderWhen, type Expected } from '../../../tests/support/orders/orders.ts';
import { send, type Answer } from './send.ts';
import { payoutOrder, type PayoutOrder } from './shapes.ts';
import type { Target } from './target.ts';

export const PAYOUT_PATH = '/api/v1/orders/payout';

export function payoutBody(target: Target, overrides: object = {}) {
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 1.5,
    // Refused by the acquirer, which returns the money, so that repeated runs do not use it up.
    destination_account: '4000000000000002',
    merchant_gate_method_id: target.method('payout_card_eur'),
    customer: {},
    ...overrides,
  };
}

export function payoutIn(answer: Answer): PayoutOrder {
  expect(answer).toMatchObject({ status: 200 });
  return payoutOrder.parse(JSON.parse(answer.text));
}

export async function createPayout(target: Target, overrides: object = {}): Promise<PayoutOrder> {
  const body = payoutBody(target, overrides);
  return payoutIn(await send(target, { path: PAYOUT_PATH, body }));
}

export async function readPayout(target: Target, id: string): Promise<PayoutOrder> {
  return payoutIn(await send(target, { path: `${PAYOUT_PATH}/${id}` }));
}

/** Reads an order until it is as expected. @throws with its id and status if that never happens */
export async function payoutWhen(
  target: Target,
  id: string,
  expected: Expected<PayoutOrder>,
): Promise<PayoutOrder> {
  return orderWhen(() => readPayout(target, id), expected);
}

export function isFinal({ status }: { status: string }) {
  return ['SUCCESS', 'FAILED', 'CLOSED'].includes(status);
}
