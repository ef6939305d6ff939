import type { Kysely } from 'kysely';
import type { FinalDeps } from '../orders/final-deps.ts';
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import { recordEvents } from '../webhooks/record.ts';
import { extendedPayinOrder } from './extended-payin-order.ts';
import { toPayinOrder } from './payin-order.ts';

/**
 * Records the merchants' webhook events, in the transaction that ended the orders. A payin is a group of
 * one.
 */
export async function recordFinalPayins(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payins: readonly PayinRow[],
): Promise<void> {
  const groups = payins.map((payin) => ({
    eventId: deps.newId(),
    merchantId: payin.merchant_id,
    direction: 'payin' as const,
    groupId: payin.group_id,
    orderIds: [payin.id],
    callbackUrl: payin.callback_url,
    at: payin.updated_at,
    orders: payinEventOrders(payin, deps.pageUrl),
  }));
  await recordEvents(trx, groups);
}

/** The order in each of the shapes that a merchant may choose. */
export function payinEventOrders(payin: PayinRow, pageUrl: string) {
  return {
    retrieval: () => [toPayinOrder(payin, pageUrl)],
    extended: () => [extendedPayinOrder(payin, pageUrl)],
  };
}
