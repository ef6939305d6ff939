import type { Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { PayinRow, Tables } from '../database/schema.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import { extendedPayinOrder } from './extended-order.ts';
import { toPayinOrder } from './payin-order.ts';

/** What the end of an order needs, beside the transaction that it happens in. */
export type FinalDeps = Pick<ServiceContext, 'newId' | 'pageUrl'>;

/** Leaves the merchant's webhook behind, in the transaction that ended the order. A payin is a group of one. */
export async function recordFinalPayin(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
): Promise<void> {
  await recordEvent(trx, {
    eventId: deps.newId(),
    merchantId: payin.merchant_id,
    direction: 'payin',
    groupId: payin.group_id,
    orderIds: [payin.id],
    callbackUrl: payin.callback_url,
    at: payin.updated_at,
    orders: {
      retrieval: () => [toPayinOrder(payin, deps.pageUrl)],
      extended: () => [extendedPayinOrder(payin, deps.pageUrl)],
    },
  });
}
