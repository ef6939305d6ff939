import type { Kysely } from 'kysely';
import { isFinal } from '#domain/order/status.ts';
import type { ServiceContext } from '../context.ts';
import type { AttemptOutcome, PayinRow, Tables } from '../database/schema.ts';
import type { ProviderNews } from '../providers/provider.ts';
import { closeAttempt, countAttempts, lockOpenAttempt } from './attempt-queries.ts';
import { attemptsLeft } from './attempts.ts';
import { creditPayin } from './credit-payin.ts';
import { WAITING_TIME_EXCEEDED } from './expire-payins.ts';
import { movePayin, type PayinMove } from './move-payin.ts';
import { annotatePayin } from './queries.ts';
import type { FinalDeps } from './record-final-payin.ts';

/** What is known of an attempt; `unknown` is a provider's silence. */
export type AttemptNews = ProviderNews | { outcome: 'unknown' };

type Move = Omit<PayinMove, 'at'>;

/**
 * Brings the order in line with what the provider said of an attempt: once. An attempt that was
 * settled before, or an order that is final, stays as it is; so late and repeated answers do no harm.
 *
 * Locks the order and the attempt, and the gate's account when it succeeds.
 */
export async function settleAttempt(
  context: Pick<ServiceContext, 'db' | 'now' | 'rollingReleaseDays' | 'wakeWebhooks'> & FinalDeps,
  attemptId: string,
  news: AttemptNews,
): Promise<void> {
  const at = context.now();
  await context.db.transaction().execute(async (trx) => {
    const payin = await lockOpenAttempt(trx, attemptId);
    if (payin === undefined) return;
    const outcome = settledOutcome(news);
    if (outcome !== undefined) {
      const reference = 'reference' in news ? news.reference : null;
      await closeAttempt(trx, attemptId, { outcome, reference, at });
    }
    // The operator may have ended the order meanwhile; what came of the attempt is still worth keeping.
    if (!isFinal(payin.status)) {
      const moved = await followMove(context, trx, payin, {
        ...(await moveFor(trx, payin, news)),
        at,
      });
      if (moved?.status === 'SUCCESS') {
        await creditPayin(trx, moved, { at, rollingReleaseDays: context.rollingReleaseDays });
      }
    }
  });
  if (settledOutcome(news) !== undefined) context.wakeWebhooks();
}

/** Undefined while the attempt stays open. */
function settledOutcome({ outcome }: AttemptNews): AttemptOutcome | undefined {
  return outcome === 'pending' || outcome === 'challenge' || outcome === 'unknown'
    ? undefined
    : outcome;
}

/**
 * News that leave the status as it is may still say more: a challenge after a silence.
 *
 * @returns the order in its new status; undefined when it stays in its old one
 */
async function followMove(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payin: PayinRow,
  move: PayinMove,
): Promise<PayinRow | undefined> {
  if (move.to !== payin.status) return movePayin(deps, trx, payin, move);
  if (move.changes) await annotatePayin(trx, payin.id, move.changes, move.at);
  return undefined;
}

async function moveFor(trx: Kysely<Tables>, payin: PayinRow, news: AttemptNews): Promise<Move> {
  switch (news.outcome) {
    case 'approved':
      return {
        to: 'SUCCESS',
        cause: 'provider_approved',
        changes: { resolution: 'OK', rrn: news.rrn ?? null, challenge_url: null },
      };
    case 'hard_decline':
      return declined(news.message);
    case 'soft_decline':
      return (await mayTryAgain(trx, payin))
        ? tryAgain('soft_decline', news.message)
        : declined(news.message);
    case 'never_seen':
      return (await mayTryAgain(trx, payin))
        ? tryAgain('attempt_never_seen', 'The payment did not reach the bank.')
        : declined('The payment did not reach the bank.');
    case 'challenge':
      return {
        to: 'PROCESS_PENDING',
        cause: 'challenge_required',
        changes: { challenge_url: news.url },
      };
    case 'abandoned':
      return {
        to: 'CLOSED',
        cause: 'challenge_abandoned',
        changes: { ...WAITING_TIME_EXCEEDED, challenge_url: null },
      };
    case 'pending':
      return { to: 'PROCESS_PENDING', cause: 'provider_pending' };
    case 'unknown':
      return { to: 'PROCESS_PENDING', cause: 'provider_silent' };
  }
}

function declined(message: string): Move {
  return {
    to: 'FAILED',
    cause: 'provider_declined',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The provider declined the payment.',
      provider_error_message: message,
      challenge_url: null,
    },
  };
}

function tryAgain(cause: 'soft_decline' | 'attempt_never_seen', message: string): Move {
  return {
    to: 'CREATED',
    cause,
    changes: { provider_error_message: message, challenge_url: null },
  };
}

/** Counted in the same transaction, after the attempt at hand was closed. */
async function mayTryAgain(trx: Kysely<Tables>, payin: PayinRow): Promise<boolean> {
  return attemptsLeft(payin.max_attempts, await countAttempts(trx, payin.id)) > 0;
}
