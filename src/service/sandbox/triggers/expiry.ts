import { isFinal } from '#domain/order/status.ts';
import { answer, refused, type HandlerResult } from '../../http/handler.ts';
import { waitForAnswer } from '../../orders/call-acquirer.ts';
import { inquireAboutOrder } from '../../payins/inquire.ts';
import { movePayin, WAITING_TIME_EXCEEDED } from '../../payins/move.ts';
import { toPayinOrder } from '../../payins/present.ts';
import { annotatePayin, lockPayin, selectPayin } from '../../payins/store/payins.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { makePayinInquiryDue } from './store.ts';

/**
 * Ends a payin's waiting time now. The rest is as at its time: an order that awaits its payer is closed; about one that
 * is under way the acquirer is asked, and a challenge or transfer that still waits for its payer is given up. Waits for
 * the acquirer as long as card data does.
 */
export async function triggerExpiry(
  context: ServiceContext,
  { merchantId }: { merchantId: string },
  payinId: string,
): Promise<HandlerResult> {
  const expiry = await inTransaction(context.db, (trx) =>
    expire(context, trx, { merchantId, payinId }),
  );
  switch (expiry) {
    case 'not_found':
      return refused('not_found');
    case 'has_ended':
      return refused('nothing_to_trigger', { detail: 'The payin has ended.' });
    case 'is_over':
      return refused('nothing_to_trigger', { detail: "The payin's waiting time is over already." });
    case 'closed':
      context.wakeWebhooks();
      break;
    case 'under_way':
      await waitForAnswer(context, inquireAboutOrder(context, payinId), () => Promise.resolve());
  }
  const payin = await selectPayin(context.db, payinId);
  return payin === undefined ? refused('not_found') : answer(toPayinOrder(payin, context));
}

type Expiry = 'closed' | 'under_way' | 'not_found' | 'has_ended' | 'is_over';

async function expire(
  context: ServiceContext,
  trx: Db,
  { merchantId, payinId }: { merchantId: string; payinId: string },
): Promise<Expiry> {
  const payin = await lockPayin(trx, payinId);
  if (payin?.merchant_id !== merchantId) return 'not_found';
  if (isFinal(payin.status)) return 'has_ended';
  const at = context.now();
  if (payin.status === 'CREATED') {
    const changes = { ...WAITING_TIME_EXCEEDED, expires_at: at };
    await movePayin(context, trx, payin, {
      to: 'CLOSED',
      cause: 'waiting_time_exceeded',
      at,
      changes,
    });
    return 'closed';
  }
  if (payin.expires_at <= at) return 'is_over';
  await annotatePayin(trx, payin, { expires_at: at }, at);
  await makePayinInquiryDue(trx, payinId, at);
  return 'under_way';
}
