/** Paid payins and refunds of them; a test changes what it is about. */
import { randomUUID } from 'node:crypto';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { CreateRefundBody, Refund } from '#contract/schemas/refund.ts';
import type { RunningService } from '../process/service.ts';
import { cardDataBody, createdPayin, payinWhen } from './orders.ts';
import { orderWhen, succeeded } from './until-known.ts';

/** A payin that was paid by card. */
export async function paidPayin(
  running: RunningService,
  overrides: Parameters<typeof createdPayin>[1] = {},
): Promise<PayinOrder> {
  const { id } = await createdPayin(running, overrides);
  const submitted = running.client.signCardData(cardDataBody(id));
  await succeeded(() => submitted.send());
  return payinWhen(running, id, ({ status }) => status === 'SUCCESS');
}

export function refundBody(
  payinId: string,
  overrides: Partial<CreateRefundBody> = {},
): CreateRefundBody {
  return { payin_id: payinId, reference_id: randomUUID(), ...overrides };
}

/** Creates a refund that must be made, in whatever status. */
export async function createdRefund(
  running: RunningService,
  payinId: string,
  overrides: Partial<CreateRefundBody> = {},
): Promise<Refund> {
  const body = refundBody(payinId, overrides);
  return succeeded(() => running.client.createRefund(body));
}

/** Reads the refund until it is as expected. @throws with its id and status where it never is */
export async function refundWhen(
  running: RunningService,
  id: string,
  isAsExpected: (refund: Refund) => boolean,
): Promise<Refund> {
  return orderWhen(() => running.client.getRefund(id), isAsExpected);
}
