/** Valid requests; a test changes what it is about. */
import { randomUUID } from 'node:crypto';
import type { CardDataBody } from '#contract/schemas/card-data.ts';
import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';
import type { RunningService } from '../process/service.ts';
import { orderWhen, succeeded } from './until-known.ts';

const APPROVED_CARD = '4242424242424242';

export function payinBody(
  { sandbox }: Pick<RunningService, 'sandbox'>,
  overrides: Partial<CreatePayinBody> & { method?: string } = {},
): CreatePayinBody {
  const { method = 'card_eur', ...rest } = overrides;
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: sandbox.methods[method] ?? 'no such method in sandbox.json',
    customer: {},
    ...rest,
  };
}

export function cardDataBody(orderId: string, overrides: Partial<CardDataBody> = {}): CardDataBody {
  return {
    order_id: orderId,
    card_number: APPROVED_CARD,
    cvv: '123',
    exp_month: '12',
    exp_year: '39',
    customer: {},
    browser_info: {
      color_depth: '24',
      java_enabled: false,
      screen_height: '1080',
      screen_width: '1920',
      timezone: '-120',
      device_channel: '02',
      window_height: '900',
      window_width: '1440',
    },
    ...overrides,
  };
}

/** Creates an order that must succeed. */
export async function createdPayin(
  running: RunningService,
  overrides: Parameters<typeof payinBody>[1] = {},
): Promise<PayinOrder> {
  const body = payinBody(running, overrides);
  return succeeded(() => running.client.createPayin(body));
}

/** Reads the order until it is as expected. @throws with its id and status where it never is */
export async function payinWhen(
  running: RunningService,
  id: string,
  isAsExpected: (order: PayinOrder) => boolean,
): Promise<PayinOrder> {
  return orderWhen(() => running.client.getPayin(id), isAsExpected);
}
