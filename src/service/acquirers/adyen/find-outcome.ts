import {
  ContradictionError,
  type KnownAttempt,
  type AcquirerOutcome,
  type SaveReference,
  type VoidAnswer,
} from '../port.ts';
import {
  answerOf,
  checkoutFor,
  filled,
  modificationAnswer,
  noAnswerError,
  type AdyenTerminal,
} from './client.ts';
import { pspReferenceOf, readState, writeState, type SavedState } from './saved-state.ts';

/**
 * How long to wait for a webhook before assuming that it will not come. Adyen reports every authorisation within
 * seconds, and resends within minutes a webhook that was not accepted.
 */
const WEBHOOK_PATIENCE_MS = 60 * 60 * 1000;

/**
 * Finds an attempt's outcome from its saved state, because Adyen has no status inquiry. Cancels a payment without
 * an answer by its reference; the webhook about the cancellation ends it. If the payment was authorised
 * nevertheless, reverses it by its pspReference, captured or not.
 *
 * @throws ContradictionError after requesting a reversal, because an operator must know; an error if Adyen gives no
 *   answer
 */
export async function findOutcome(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<AcquirerOutcome> {
  const saved = readState(attempt.reference);
  switch (saved.state) {
    case 'nothing':
      // Saved first: a call still in progress then fails to save, and does not send the card.
      await saveReference(writeState({ state: 'never_sent' }));
      return { outcome: 'never_seen' };
    case 'sent':
      return attempt.challengeUrl === undefined
        ? requestCancel(terminal, attempt, saveReference, signal)
        : { ...pending(attempt, saved), outcome: 'challenge', url: attempt.challengeUrl };
    case 'cancelling':
      // The challenge's result was never submitted, so nothing was authorised.
      return attempt.challengeUrl !== undefined && isWebhookOverdue(saved.since, terminal)
        ? unpaidOutcome(attempt)
        : requestCancel(terminal, attempt, saveReference, signal);
    case 'authorised_late':
      return reverseLate(terminal, { attempt, saveReference }, saved.pspReference, signal);
    case 'reversing':
      await requestReversal(terminal, attempt, saved.pspReference, signal);
      return pending(attempt, saved);
    default:
      return decided(terminal, attempt, saved);
  }
}

type Decided = Extract<
  SavedState,
  {
    state:
      | 'never_sent'
      | 'authorised'
      | 'ended'
      | 'received'
      | 'cancelled'
      | 'lapsed'
      | 'reversed'
      | 'uncancelled';
  }
>;

function decided(terminal: AdyenTerminal, attempt: KnownAttempt, saved: Decided): AcquirerOutcome {
  switch (saved.state) {
    case 'never_sent':
      return { outcome: 'never_seen' };
    case 'authorised':
    case 'ended':
      return { outcome: 'approved', reference: saved.pspReference, rrn: undefined };
    case 'received':
      return pending(attempt, saved);
    case 'cancelled':
    case 'lapsed':
    case 'reversed':
      return unpaidOutcome(attempt);
    case 'uncancelled':
      return isWebhookOverdue(saved.since, terminal)
        ? unpaidOutcome(attempt)
        : pending(attempt, saved);
  }
}

function pending({ id }: KnownAttempt, saved: SavedState) {
  return { outcome: 'pending', reference: pspReferenceOf(saved) ?? id } as const;
}

function isWebhookOverdue(since: Date, { now }: AdyenTerminal): boolean {
  return now().getTime() - since.getTime() > WEBHOOK_PATIENCE_MS;
}

export function unpaidOutcome({
  challengeUrl,
}: Pick<KnownAttempt, 'challengeUrl'>): AcquirerOutcome {
  return { outcome: challengeUrl === undefined ? 'never_seen' : 'abandoned' };
}

/**
 * Requests a cancellation. Saves that first, so that an authorisation webhook from now on is known to be for a
 * payment that is being cancelled.
 */
export async function requestCancel(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<AcquirerOutcome> {
  const saved = readState(attempt.reference);
  const pspReference = pspReferenceOf(saved);
  if (saved.state !== 'cancelling') {
    await saveReference(writeState({ state: 'cancelling', pspReference, since: terminal.now() }));
  }
  const { modifications, types } = checkoutFor(terminal, signal);
  const request = filled(new types.StandalonePaymentCancelRequest(), {
    merchantAccount: terminal.settings.merchant_account,
    paymentReference: attempt.id,
  });
  const answer = await answerOf(
    modifications.cancelAuthorisedPayment(request, { idempotencyKey: `cancel-${attempt.id}` }),
  );
  if (!answer.ok) throw noAnswerError('a cancellation', answer.failure);
  return { outcome: 'pending', reference: pspReference ?? attempt.id };
}

/**
 * Reverses a payment that was authorised after its cancellation was requested, if no webhook has reported on the
 * cancellation.
 */
async function reverseLate(
  terminal: AdyenTerminal,
  { attempt, saveReference }: { attempt: KnownAttempt; saveReference: SaveReference },
  pspReference: string,
  signal: AbortSignal,
): Promise<AcquirerOutcome> {
  const answer = await requestReversal(terminal, attempt, pspReference, signal);
  await saveReference(writeState({ state: 'reversing', pspReference }));
  throw new ContradictionError(
    answer === 'requested'
      ? 'Adyen authorised a payment that was being cancelled. Its reversal was asked for.'
      : 'Adyen authorised a payment that was being cancelled, and does not reverse it.',
  );
}

/** Requests the reversal of a payment that was taken. */
export async function voidPayment(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<VoidAnswer> {
  const saved = readState(attempt.reference);
  const isTaken = saved.state === 'authorised' || saved.state === 'ended';
  return isTaken ? requestReversal(terminal, attempt, saved.pspReference, signal) : 'too_late';
}

/** Requests a reversal: it refunds a captured payment and cancels any other. Adyen confirms it with a webhook. */
async function requestReversal(
  terminal: AdyenTerminal,
  { id }: Pick<KnownAttempt, 'id'>,
  pspReference: string,
  signal: AbortSignal,
): Promise<VoidAnswer> {
  const { modifications, types } = checkoutFor(terminal, signal);
  const request = filled(new types.PaymentReversalRequest(), {
    merchantAccount: terminal.settings.merchant_account,
    reference: id,
  });
  const answer = await answerOf(
    modifications.refundOrCancelPayment(pspReference, request, {
      idempotencyKey: `void-${pspReference}`,
    }),
  );
  if (answer.ok) {
    if (modificationAnswer.safeParse(answer.value).success) return 'requested';
    throw new Error("Adyen's answer is not that of a reversal");
  }
  if (answer.failure.status === 422 && answer.failure.effect === 'none') return 'too_late';
  throw noAnswerError('a reversal', answer.failure);
}
