import type { ServiceContext } from '../../platform/context.ts';
import type { ReturnedMembers } from '../../providers/acquirer.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { selectPayin } from '../queries.ts';
import { selectOpenAttemptOf } from './attempt-queries.ts';
import { findAttempt } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/** `asked`: what came back was handed in, and the order shows what came of it, if anything did yet. */
export type CompleteChallengeResult = 'asked' | 'not_found' | 'no_challenge';

/** A shopper waits for this. Later the reconciler asks. */
const COMPLETE_TIMEOUT_MS = 3_500;

/**
 * Hands in what the issuer's page sent back with the shopper: query or form members, forwarded unread.
 * Idempotent, and whoever forges it gains nothing: what it leads to is asked of the acquirer.
 *
 * Holds no lock and no transaction while the acquirer is asked.
 */
export async function completeChallenge(
  context: ServiceContext,
  payinId: string,
  returned: ReturnedMembers,
): Promise<CompleteChallengeResult> {
  const payin = await selectPayin(context.db, payinId);
  if (payin === undefined) return 'not_found';
  const attemptId = await selectOpenAttemptOf(context.db, payinId);
  const found = attemptId && (await findAttempt(context, attemptId));
  if (payin.challenge_url === null || !found) return 'no_challenge';
  const { attempt } = found;
  const answered = await askAndSettle(context, {
    ...{ attemptId: attempt.id, orderId: payinId, timeoutMs: COMPLETE_TIMEOUT_MS },
    open: found.cards,
    ask: (cards, signal) => cards.completeChallenge(attempt, returned, signal),
    settle: (outcome) => settleAttempt(context, attempt.id, outcome),
  });
  if (answered === undefined) await makeDue(context.db, PAYIN_ATTEMPTS, attempt.id, context.now());
  return 'asked';
}
