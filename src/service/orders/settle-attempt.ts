import type { Kysely } from 'kysely';
import { isUnderWay } from '#domain/order/status.ts';
import type { ServiceContext } from '../context.ts';
import type { AttemptOutcome, PayinRow, Tables } from '../database/schema.ts';
import { afterAnswer } from './ask-schedule.ts';
import {
  closeAttempt,
  countAttempts,
  lockOpenAttempt,
  reschedulePayinAttempt,
  type OpenAttempt,
} from './attempt-queries.ts';
import { raiseAttention } from './attention.ts';
import { attemptsLeft } from './attempts.ts';
import { creditPayin } from './credit-payin.ts';
import { movePayin } from './move-payin.ts';
import { movesFor, type AttemptNews } from './payin-moves.ts';
import { annotatePayin } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';

type SettleDeps = Pick<
  ServiceContext,
  'db' | 'now' | 'log' | 'rollingReleaseDays' | 'wakeWebhooks'
> &
  FinalDeps;

/**
 * Brings the order in line with what the provider said of an attempt: once. An attempt that was
 * settled before, or an order that is final, stays as it is; so late and repeated answers do no harm.
 * An answer that leaves the attempt open moves it along its schedule.
 *
 * Locks the order and the attempt, and the gate's account when it succeeds.
 */
export async function settleAttempt(
  context: SettleDeps,
  attemptId: string,
  news: AttemptNews,
): Promise<void> {
  const at = context.now();
  const outcome = settledOutcome(news);
  await context.db.transaction().execute(async (trx) => {
    const open = await lockOpenAttempt(trx, attemptId);
    if (open === undefined) return;
    if (outcome !== undefined) {
      const reference = 'reference' in news ? news.reference : null;
      await closeAttempt(trx, attemptId, { outcome, reference, at });
    } else if (news.outcome !== 'unknown') {
      await reschedule(trx, attemptId, open, news, at);
    }
    await followNews(context, trx, open.payin, { attemptId, news, at });
  });
  if (outcome !== undefined) context.wakeWebhooks();
}

/** Undefined while the attempt stays open. */
function settledOutcome({ outcome }: AttemptNews): AttemptOutcome | undefined {
  return outcome === 'pending' || outcome === 'challenge' || outcome === 'unknown'
    ? undefined
    : outcome;
}

async function reschedule(
  trx: Kysely<Tables>,
  attemptId: string,
  { payin, attempt }: OpenAttempt,
  { outcome }: AttemptNews,
  now: Date,
): Promise<void> {
  const challenge = outcome === 'challenge';
  const next = afterAnswer(attempt, { now, challenge, expiresAt: payin.expires_at });
  await reschedulePayinAttempt(trx, attemptId, next, now);
}

interface Heard {
  attemptId: string;
  news: AttemptNews;
  at: Date;
}

async function followNews(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
  { attemptId, news, at }: Heard,
): Promise<void> {
  // The operator may have ended the order meanwhile; what came of the attempt was kept all the same.
  if (!isUnderWay(payin.status)) {
    if (news.outcome === 'approved') await raiseContradiction(context, trx, payin, attemptId, at);
    return;
  }
  let current = payin;
  for (const move of movesFor(payin.status, news, await mayTryAgain(trx, payin, news))) {
    const moved = await movePayin(context, trx, current, { ...move, at });
    if (moved === undefined) throw new Error(`Payin ${payin.id} was moved under its lock`);
    current = moved;
  }
  if (current.status === 'SUCCESS') {
    await creditPayin(trx, current, { at, rollingReleaseDays: context.rollingReleaseDays });
  } else if (news.outcome === 'challenge' && current.challenge_url !== news.url) {
    await annotatePayin(trx, payin.id, { challenge_url: news.url }, at);
  }
}

/** A provider took the money of an order that had ended without it: a person has to look. */
async function raiseContradiction(
  context: SettleDeps,
  trx: Kysely<Tables>,
  { id: orderId, status }: PayinRow,
  attemptId: string,
  at: Date,
): Promise<void> {
  await raiseAttention(context, trx, {
    kind: 'payin_approved_after_end',
    orderId,
    attemptId,
    detail: `The provider approved an attempt of a payin that is ${status}: the money was taken.`,
    at,
  });
}

/** Counted in the same transaction, after the attempt at hand was closed. */
async function mayTryAgain(
  trx: Kysely<Tables>,
  payin: PayinRow,
  { outcome }: AttemptNews,
): Promise<boolean> {
  if (outcome !== 'soft_decline' && outcome !== 'never_seen') return false;
  return attemptsLeft(payin.max_attempts, await countAttempts(trx, payin.id)) > 0;
}
