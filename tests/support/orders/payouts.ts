/** Valid payout requests; a test changes what it is about. */
import { randomUUID } from 'node:crypto';
import type { CreatePayoutBody, PayoutOrder } from '#contract/schemas/payout.ts';
import { orderWhen, succeeded } from './until-known.ts';
import type { RunningService } from '../process/service.ts';

export const PAID_CARD = '4242424242424242';
export const REFUSED_CARD = '4000000000000002';
export const PENDING_CARD = '4000000000000077';
/** Stays pending for five hours, which no machine takes to look at it. */
export const PENDING_FOR_HOURS = 104.05;
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export function payoutBody(
  { sandbox }: Pick<RunningService, 'sandbox'>,
  overrides: Partial<CreatePayoutBody> & { method?: string } = {},
): CreatePayoutBody {
  const { method = 'payout_card_eur', ...rest } = overrides;
  return {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 100,
    destination_account: PAID_CARD,
    merchant_gate_method_id: sandbox.methods[method] ?? 'no such method in sandbox.json',
    customer: {},
    ...rest,
  };
}

/** Creates an order that must be made, in whatever status. */
export async function createdPayout(
  running: RunningService,
  overrides: Parameters<typeof payoutBody>[1] = {},
): Promise<PayoutOrder> {
  const body = payoutBody(running, overrides);
  return succeeded(() => running.client.createPayout(body));
}

/** Reads the order until it is as expected. @throws with its id and status where it never is */
export async function payoutWhen(
  running: RunningService,
  id: string,
  isAsExpected: (order: PayoutOrder) => boolean,
): Promise<PayoutOrder> {
  return orderWhen(() => running.client.getPayout(id), isAsExpected);
}
