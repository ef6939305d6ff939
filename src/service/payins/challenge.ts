import { attemptsLeft } from '#domain/order/attempt.ts';
import { callAcquirer, expectPart, settleAnswer } from '../orders/call-acquirer.ts';
import { makeDue, PAYIN_ATTEMPTS, settleOrMakeDue } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { ReturnedMembers } from '../acquirers/port.ts';
import { giveUpAtAcquirer } from './attempt.ts';
import { settleAttempt } from './settle.ts';
import {
  countAttempts,
  markGivenUp,
  selectAttempt,
  selectOpenAttemptOf,
} from './store/attempts.ts';
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
  const found = attemptId && (await selectAttempt(context.batches, attemptId));
  if (payin.challenge_url === null || !found) return 'no_challenge';
  const { attempt, terminal } = found;
  const answer = await callAcquirer(context, {
    name: 'complete_challenge',
    attempt,
    terminal,
    timeoutMs: COMPLETE_TIMEOUT_MS,
    open: (acquirer) => expectPart(acquirer, 'cards', terminal),
    send: (cards, ...call) => cards.completeChallenge(attempt, returned, ...call),
  });
  await settleOrMakeDue(context, PAYIN_ATTEMPTS, attempt, answer, (outcome) =>
    settleAttempt(context, attempt.id, outcome),
  );
  return 'accepted';
}

/** `accepted`: the order shows what the acquirer answered; without an answer it is unchanged. */
export type GiveUpResult = 'accepted' | 'not_found' | 'nothing_to_give_up' | 'no_attempts_left';

/** Short, because a shopper waits. After this, a status inquiry finds the outcome. */
const GIVE_UP_TIMEOUT_MS = 3_000;

/**
 * Gives up the challenge of an order whose shopper wants to pay by another card. The order awaits a card again only if
 * the acquirer confirms that nothing was taken and nothing will be. If the challenge was answered after all, that
 * answer counts. Repeating this is harmless: an attempt is settled once.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 */
export async function giveUpChallenge(
  context: ServiceContext,
  payinId: string,
): Promise<GiveUpResult> {
  const payin = await selectPayin(context.db, payinId);
  if (payin === undefined) return 'not_found';
  const attemptId = await selectOpenAttemptOf(context.db, payinId);
  if (payin.challenge_url === null || attemptId === undefined) return 'nothing_to_give_up';
  if (!(await isAttemptLeft(context, payin))) return 'no_attempts_left';
  await giveUpAttempt(context, attemptId);
  return 'accepted';
}

/**
 * Gives up a payment that waits for its payer's confirmation in an app, because the payer wants to use another code or
 * number. This holds like the giving up of a challenge. It is recorded first: if the acquirer does not answer now, or
 * has to be asked again, status inquiries give the attempt up, and until it has ended the order takes no other payment.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 */
export async function giveUpTransfer(
  context: ServiceContext,
  payinId: string,
): Promise<GiveUpResult> {
  const payin = await selectPayin(context.db, payinId);
  if (payin === undefined) return 'not_found';
  if (payin.payment_source === 'CARD') return 'nothing_to_give_up';
  if (!(await isAttemptLeft(context, payin))) return 'no_attempts_left';
  const attemptId = await markGivenUp(context.db, payinId, context.now());
  if (attemptId === undefined) return 'nothing_to_give_up';
  const isAnswered = await giveUpAttempt(context, attemptId);
  if (!isAnswered) await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  return 'accepted';
}

async function isAttemptLeft(
  { db }: Pick<ServiceContext, 'db'>,
  { id, max_attempts: maxAttempts }: Pick<PayinRow, 'id' | 'max_attempts'>,
): Promise<boolean> {
  return attemptsLeft(maxAttempts, await countAttempts(db, id)) > 0;
}

/** @returns false if the acquirer did not answer, or its answer could not be recorded */
async function giveUpAttempt(context: ServiceContext, attemptId: string): Promise<boolean> {
  const found = await selectAttempt(context.batches, attemptId);
  if (found === undefined) throw new Error(`There is no attempt ${attemptId}`);
  const answer = await giveUpAtAcquirer(context, found, GIVE_UP_TIMEOUT_MS);
  const settled = await settleAnswer(context, found.attempt, answer, (outcome) =>
    settleAttempt(context, attemptId, outcome),
  );
  return settled.ok;
}
