import { attemptsLeft } from '#domain/order/attempts-left.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../orders/inquiry.ts';
import { callAndSettle } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { ReturnedMembers } from '../providers/port.ts';
import { cardsOf, findAttempt } from './attempt.ts';
import { settleAttempt } from './settle.ts';
import { countAttempts, selectOpenAttemptOf } from './store/attempts.ts';
import { selectPayin } from './store/payins.ts';

/** `accepted`: the order shows the outcome, if there is one yet. */
export type CompleteChallengeResult = 'accepted' | 'not_found' | 'no_challenge';

/** Short, because a shopper waits. After this, a status inquiry finds the outcome. */
const COMPLETE_TIMEOUT_MS = 3_500;

/**
 * Forwards to the acquirer what the issuer's page sent back with the shopper: query or form members, unread. Repeating
 * this is harmless. Forging them gains nothing, because the acquirer determines the outcome. Without its answer, makes
 * the status inquiry due at once.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
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
  const { attempt, saveReference } = found;
  const answered = await callAndSettle(context, {
    attemptId: attempt.id,
    orderId: payinId,
    timeoutMs: COMPLETE_TIMEOUT_MS,
    open: () => cardsOf(context, found.terminal),
    call: (cards, signal) => cards.completeChallenge(attempt, returned, saveReference, signal),
    settle: (outcome) => settleAttempt(context, attempt.id, outcome),
  });
  if (answered === undefined) await makeDue(context.db, PAYIN_ATTEMPTS, attempt.id, context.now());
  return 'accepted';
}

/** `accepted`: the order shows what the provider answered; without an answer it is unchanged. */
export type GiveUpResult = 'accepted' | 'not_found' | 'no_challenge' | 'no_attempts_left';

/** Short, because a shopper waits. After this, a status inquiry finds the outcome. */
const GIVE_UP_TIMEOUT_MS = 3_000;

/**
 * Gives up the challenge of an order whose shopper wants to pay by another card. The order awaits a card again only if
 * the provider confirms that nothing was taken and nothing will be. If the challenge was answered after all, that
 * answer counts. Repeating this is harmless: an attempt is settled once.
 *
 * Holds no lock and no transaction while it waits for the provider.
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
  const { attempt, saveReference } = found;
  await callAndSettle(context, {
    attemptId: attempt.id,
    orderId: payinId,
    timeoutMs: GIVE_UP_TIMEOUT_MS,
    open: () => cardsOf(context, found.terminal),
    call: (cards, signal) => cards.giveUpChallenge(attempt, saveReference, signal),
    settle: (outcome) => settleAttempt(context, attempt.id, outcome),
  });
  return 'accepted';
}
