import type { Kysely } from 'kysely';
import { isFinal } from '#domain/order/status.ts';
import type { Tables } from '../platform/database/schema.ts';
import { recordEvent } from '../webhooks/record.ts';
import { extendedPayoutOrder, toPayoutOrder } from './payout-order.ts';
import { selectGroup } from './queries.ts';
import type { FinalDeps } from '../orders/final-deps.ts';

/**
 * Records the merchant's webhook event once every order of a group has ended: one for all of them
 * (decision 6). The caller holds the group locked, so that the last two do not miss each other.
 */
export async function recordFinalPayouts(
  { newId }: Pick<FinalDeps, 'newId'>,
  trx: Kysely<Tables>,
  groupId: string,
): Promise<void> {
  const payouts = await selectGroup(trx, groupId);
  const [first] = payouts;
  if (first === undefined || !payouts.every(({ status }) => isFinal(status))) return;
  const endings = payouts.map(({ updated_at }) => updated_at.getTime());
  await recordEvent(trx, {
    eventId: newId(),
    merchantId: first.merchant_id,
    direction: 'payout',
    groupId,
    orderIds: payouts.map(({ id }) => id),
    callbackUrl: null,
    at: new Date(Math.max(...endings)),
    orders: {
      retrieval: () => payouts.map(toPayoutOrder),
      extended: () => payouts.map(extendedPayoutOrder),
    },
  });
}
