import type { Kysely } from 'kysely';
import { isUnderWay } from '#domain/order/status.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { afterAnswer } from '../../orders/ask-schedule.ts';
import {
  approveAfterEnd,
  closeAttempt,
  countAttempts,
  lockOpenAttempt,
  reschedulePayinAttempt,
  type OpenAttempt,
} from './attempt-queries.ts';
import { giveBack, raiseTakenAfterEnd } from './give-back.ts';
import { attemptsLeft } from './attempts-left.ts';
import { creditPayin } from './credit-payin.ts';
import { recordEnd } from '../count-payin.ts';
import { movePayin } from '../move-payin.ts';
import { attemptEnd, freesOrder, movesFor, type ReportedOutcome } from '../payin-moves.ts';
import type { KnownAttempt } from './record-attempt.ts';
import { settleKnown } from './settle-known.ts';
import { annotatePayin } from '../queries.ts';
import type { FinalDeps } from '../../orders/final-deps.ts';

type SettleDeps = Pick<
  ServiceContext,
  | 'db'
  | 'batches'
  | 'now'
  | 'log'
  | 'rollingReleaseDays'
  | 'wakeWebhooks'
  | 'background'
  | 'terminals'
  | 'limits'
> &
  FinalDeps;

/**
 * Applies the outcome that the provider reports of an attempt to its order: once. An attempt that was
 * settled before, or an order that is final, stays as it is; so late and repeated answers do no harm. But
 * an approval that comes after either ended is money that was taken: it is recorded, put in the exception
 * queue, and given back where the adapter can. An answer that leaves the attempt open schedules the next
 * status query.
 *
 * Whoever recorded the attempt a moment ago still knows its order: the usual outcomes then take one
 * statement. All else is settled under a lock of the order and the attempt, and of the gate's account
 * when it succeeds.
 */
export async function settleAttempt(
  context: SettleDeps,
  attemptId: string,
  reported: ReportedOutcome,
  known?: KnownAttempt,
): Promise<void> {
  const at = context.now();
  if (known !== undefined && (await settleKnown(context, known, reported, at))) return;
  const end = attemptEnd(reported);
  const takenAfterEnd = await context.db.transaction().execute(async (trx) => {
    const open = await lockOpenAttempt(trx, attemptId);
    if (open === undefined) return recordLateApproval(context, trx, attemptId, reported, at);
    if (end !== undefined) {
      await closeAttempt(trx, attemptId, end, at);
      recordEnd(context, attemptId, open.payin, end, reported);
    } else if (reported.outcome !== 'unknown') {
      await reschedule(trx, attemptId, open, reported, at);
    }
    return applyOutcome(context, trx, open.payin, { attemptId, reported, at });
  });
  if (takenAfterEnd) context.background.run(giveBack(context, attemptId));
  if (end !== undefined) context.wakeWebhooks();
}

/**
 * The provider approved an attempt that had ended otherwise: it was declined, or nobody was to charge it
 * any more. Its order stays as it is.
 *
 * @returns whether that is new
 */
async function recordLateApproval(
  context: SettleDeps,
  trx: Kysely<Tables>,
  attemptId: string,
  reported: ReportedOutcome,
  at: Date,
): Promise<boolean> {
  if (reported.outcome !== 'approved') return false;
  const late = await approveAfterEnd(trx, attemptId, reported.reference, at);
  if (late === undefined) return false;
  const { ended, ...payin } = late;
  await raiseTakenAfterEnd(context, trx, { payin, attemptId, ended, at });
  return true;
}

async function reschedule(
  trx: Kysely<Tables>,
  attemptId: string,
  { payin, attempt }: OpenAttempt,
  { outcome }: ReportedOutcome,
  now: Date,
): Promise<void> {
  const challenge = outcome === 'challenge';
  const next = afterAnswer(attempt, { now, challenge, expiresAt: payin.expires_at });
  await reschedulePayinAttempt(trx, attemptId, next, now);
}

interface Report {
  attemptId: string;
  reported: ReportedOutcome;
  at: Date;
}

/** @returns whether money was taken for an order that had ended without it */
async function applyOutcome(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
  { attemptId, reported, at }: Report,
): Promise<boolean> {
  // The operator may have ended the order meanwhile; the outcome of the attempt was kept all the same.
  if (!isUnderWay(payin.status)) {
    if (reported.outcome !== 'approved') return false;
    await raiseTakenAfterEnd(context, trx, { payin, attemptId, ended: undefined, at });
    return true;
  }
  let current = payin;
  for (const move of movesFor(
    payin.status,
    reported,
    await mayAttemptAgain(trx, payin, reported, at),
  )) {
    const moved = await movePayin(context, trx, current, { ...move, at });
    if (moved === undefined) throw new Error(`Payin ${payin.id} was moved under its lock`);
    current = moved;
  }
  if (current.status === 'SUCCESS') {
    await creditPayin(trx, current, { at, rollingReleaseDays: context.rollingReleaseDays });
  } else if (reported.outcome === 'challenge' && current.challenge_url !== reported.url) {
    await annotatePayin(trx, current, { challenge_url: reported.url }, at);
  }
  return false;
}

/** Counted in the same transaction, after the attempt at hand was closed. */
async function mayAttemptAgain(
  trx: Kysely<Tables>,
  payin: PayinRow,
  { outcome }: ReportedOutcome,
  at: Date,
): Promise<boolean> {
  if (!freesOrder(payin, outcome, at)) return false;
  return attemptsLeft(payin.max_attempts, await countAttempts(trx, payin.id)) > 0;
}
