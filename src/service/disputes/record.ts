import type { DisputeStep } from '#domain/dispute/status.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import { applyNotices } from './apply.ts';
import type { DisputeEventDeps } from './event.ts';
import { insertNotice, lockDisputed, selectDispute } from './store.ts';

/** What an operator records about a dispute. */
interface OperatorStep {
  step: DisputeStep;
  /** What the merchant is charged of the unreserved amount, in the payin's currency. */
  chargedMinor?: bigint;
}

interface OperatorRecord<Refused> {
  /** Who records it, and why. */
  actor: string;
  note: string | null;
  /** The name of the event in the history. */
  event: string;
  /** Returns what follows the dispute's current state, or why nothing does. */
  next: (dispute: DisputeRow) => OperatorStep | { refused: Refused };
}

/**
 * Records what an operator knows about a dispute and the acquirer has not reported: that it was answered, how it ended,
 * or that the acquirer took what was not reserved. The dispute's status and money follow from it. Later notices from
 * the acquirer count as usual.
 *
 * Locks the payin, then the gate's account.
 *
 * @returns the dispute after and before this; or why nothing was recorded
 */
export async function recordByOperator<Refused>(
  context: Pick<ServiceContext, 'now' | 'log'> & DisputeEventDeps & { db: Db },
  id: string,
  { actor, note, event, next }: OperatorRecord<Refused>,
): Promise<{ dispute: DisputeRow; before: DisputeRow } | { refused: Refused | 'not_found' }> {
  const { db, newId, now } = context;
  return inTransaction(db, async (trx) => {
    const seen = await selectDispute(trx, undefined, id);
    if (seen === undefined) return { refused: 'not_found' };
    const payin = await lockDisputed(trx, seen.payin_id, seen.payin_attempt_id);
    const before = await selectDispute(trx, undefined, id);
    if (payin === undefined || before === undefined) return { refused: 'not_found' };
    const following = next(before);
    if ('refused' in following) return following;
    const [noticeId, at] = [newId(), now()];
    await insertNotice(trx, {
      id: noticeId,
      dispute_id: id,
      event_id: noticeId,
      event,
      step: following.step,
      said_at: at,
      disputed_minor: null,
      reason_code: null,
      answer_by: null,
      charged_minor: following.chargedMinor ?? null,
      detail: note,
      actor,
      received_at: at,
    });
    const dispute = await applyNotices(context, trx, { payin, dispute: before, noticeId, at });
    return { before, dispute };
  });
}
