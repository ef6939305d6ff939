import { findDispute } from '../../disputes/find.ts';
import { selectDispute } from '../../disputes/store.ts';
import { answer, refused, type HandlerResult } from '../../http/handler.ts';
import { lockPayin } from '../../payins/store/payins.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { updateDeadline } from './store.ts';

const DAY_MS = 86_400_000;

/** Makes tomorrow the deadline to answer a dispute, so that everything comes that reminds of it. */
export async function triggerDisputeDeadline(
  context: ServiceContext,
  caller: { merchantId: string },
  disputeId: string,
): Promise<HandlerResult> {
  const moved = await inTransaction(context.db, (trx) =>
    moveDeadline(context, trx, caller.merchantId, disputeId),
  );
  if (moved === 'no_answer_awaited') {
    return refused('nothing_to_trigger', { detail: 'The dispute awaits no answer.' });
  }
  if (moved === 'is_near') {
    return refused('nothing_to_trigger', { detail: 'The deadline is within a day already.' });
  }
  const dispute = await findDispute(context, caller, disputeId);
  return dispute === undefined ? refused('dispute_not_found') : answer(dispute);
}

type Moved = 'moved' | 'not_found' | 'no_answer_awaited' | 'is_near';

async function moveDeadline(
  { now }: ServiceContext,
  trx: Db,
  merchantId: string,
  disputeId: string,
): Promise<Moved> {
  const seen = await selectDispute(trx, merchantId, disputeId);
  if (seen === undefined) return 'not_found';
  await lockPayin(trx, seen.payin_id);
  const dispute = await selectDispute(trx, merchantId, disputeId);
  if (dispute === undefined) return 'not_found';
  if (dispute.status !== 'INQUIRY' && dispute.status !== 'OPEN') return 'no_answer_awaited';
  const at = now();
  const tomorrow = new Date(at.getTime() + DAY_MS);
  if (dispute.answer_by !== null && dispute.answer_by <= tomorrow) return 'is_near';
  await updateDeadline(trx, dispute, tomorrow, at);
  return 'moved';
}
