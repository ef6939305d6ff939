import { answer, refused, type HandlerResult } from '../../http/handler.ts';
import { toPayinOrder } from '../../payins/present.ts';
import { selectPayin } from '../../payins/store/payins.ts';
import { toPayoutOrder } from '../../payouts/present.ts';
import { selectOwnPayout } from '../../payouts/store.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { sleep } from '../../platform/timers.ts';
import { makeDeliveryDue } from './store.ts';

/**
 * Makes the next attempt at the webhooks of an order and of its refunds now. An attempt that is being made is waited
 * for a while, because the next one is not scheduled before its end.
 */
export async function triggerRedelivery(
  context: ServiceContext,
  { merchantId }: { merchantId: string },
  orderId: string,
): Promise<HandlerResult> {
  const order = await findOrder(context, merchantId, orderId);
  if (order === undefined) return refused('not_found');
  const ids = { merchantId, id: orderId, groupId: order.groupId };
  const { timers, waits } = context;
  const untilMs = timers.monotonicMs() + waits.acquirerMs;
  for (;;) {
    const { waiting, due } = await makeDeliveryDue(context.db, ids, context.now());
    if (due > 0) {
      context.wakeWebhooks();
      return answer(order.body);
    }
    if (waiting === 0) return refused('nothing_to_trigger', { detail: NO_ATTEMPT });
    if (timers.monotonicMs() > untilMs) return refused('nothing_to_trigger', { detail: UNDER_WAY });
    await sleep(timers, PAUSE_MS);
  }
}

const PAUSE_MS = 50;
const NO_ATTEMPT = 'No attempt at a webhook of the order is to come.';
const UNDER_WAY = 'An attempt is being made: the next one is scheduled when it has failed.';

async function findOrder(
  context: ServiceContext,
  merchantId: string,
  id: string,
): Promise<{ groupId: string; body: object } | undefined> {
  const payin = await selectPayin(context.db, id);
  if (payin?.merchant_id === merchantId) {
    return { groupId: payin.group_id, body: toPayinOrder(payin, context) };
  }
  const payout = (await selectOwnPayout(context.db, merchantId, id))?.row;
  return payout && { groupId: payout.group_id, body: toPayoutOrder(payout) };
}
