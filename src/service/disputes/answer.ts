import { answerTo } from '#domain/order/dispute-status.ts';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import { insertNotice, lockDisputed, selectDispute } from './store.ts';
import { standAsSaid } from './take.ts';

type AnsweredDispute =
  | { dispute: DisputeRow; before: DisputeRow }
  | 'not_found'
  | 'awaits_no_answer';

/**
 * Records that a dispute was answered at its acquirer, and by whom: it is under review from then on. What the
 * acquirer says later counts as ever.
 *
 * Locks the payin, then the gate's account.
 */
export async function recordAnswer(
  { db, newId, now }: Pick<ServiceContext, 'newId' | 'now'> & { db: Kysely<Tables> },
  id: string,
  { actor, note }: { actor: string; note: string | null },
): Promise<AnsweredDispute> {
  return inTransaction(db, async (trx) => {
    const seen = await selectDispute(trx, undefined, id);
    if (seen === undefined) return 'not_found';
    const payin = await lockDisputed(trx, seen.payin_id, seen.payin_attempt_id);
    const dispute = await selectDispute(trx, undefined, id);
    if (payin === undefined || dispute === undefined) return 'not_found';
    const step = answerTo(dispute.step);
    if (step === undefined) return 'awaits_no_answer';
    const [noticeId, at] = [newId(), now()];
    await insertNotice(trx, {
      id: noticeId,
      dispute_id: id,
      event_id: noticeId,
      event: 'answered',
      step,
      said_at: at,
      disputed_minor: null,
      reason_code: null,
      answer_by: null,
      detail: note,
      actor,
      received_at: at,
    });
    return { before: dispute, dispute: await standAsSaid(trx, { payin, dispute, noticeId, at }) };
  });
}
