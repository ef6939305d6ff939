import type { ServiceContext } from '../../platform/context.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { countAttempts, selectOpenAttemptOf } from './attempt-queries.ts';
import { attemptsLeft } from './attempts-left.ts';
import { selectPayin } from '../queries.ts';
import { findAttempt } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/** `asked`: the provider was, and the order shows what it said; silence leaves the order as it was. */
export type GiveUpResult = 'asked' | 'not_found' | 'no_challenge' | 'no_attempts_left';

/** A shopper waits for this. Later the reconciler asks. */
const GIVE_UP_TIMEOUT_MS = 3_000;

/**
 * Gives up the challenge of an order whose shopper wants to pay by another card. The order awaits a
 * card again only on the provider's word that nothing was taken and nothing will be; a challenge that
 * was answered after all counts as answered. Repeating it does no harm: an attempt is settled once.
 *
 * Holds no lock and no transaction while the provider is asked.
 */
export async function giveUpChallenge(
  context: ServiceContext,
  payinId: string,
): Promise<GiveUpResult> {
  const payin = await selectPayin(context.db, payinId);
  if (payin === undefined) return 'not_found';
  const attemptId = await selectOpenAttemptOf(context.db, payinId);
  const found = attemptId && (await findAttempt(context, attemptId));
  if (payin.challenge_url === null || !found) return 'no_challenge';
  const attempts = await countAttempts(context.db, payinId);
  if (attemptsLeft(payin.max_attempts, attempts) === 0) return 'no_attempts_left';
  await askAndSettle(context, {
    ...{ attemptId: found.attempt.id, orderId: payinId, timeoutMs: GIVE_UP_TIMEOUT_MS },
    open: found.cards,
    ask: (cards, signal) => cards.giveUpChallenge(found.attempt, signal),
    settle: (outcome) => settleAttempt(context, found.attempt.id, outcome),
  });
  return 'asked';
}
