import { ContradictionError, type KnownAttempt, type VoidAnswer } from '../acquirer.ts';
import type { ProviderOutcome } from '../provider.ts';
import { answerOf, checkoutFor, filled, silenceOf, type AdyenTerminal } from './client.ts';
import { pspReferenceIn, readMemory, writeMemory, type Memory } from './memory.ts';

/**
 * How long a webhook is waited for before what it would say is taken as not to be said: Adyen notifies
 * every authorisation within seconds, and sends again within minutes what was not accepted.
 */
const WEBHOOK_PATIENCE_MS = 60 * 60 * 1000;

/**
 * Adyen cannot be asked about a payment. What is remembered answers; a payment without an answer
 * is cancelled by its reference, and ends by the webhook that says so. One that was authorised all the
 * same is reversed by its pspReference, whether it was captured or not.
 *
 * @throws ContradictionError where it was reversed: a person has to know
 */
export async function findOutcome(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const memory = readMemory(attempt.reference);
  switch (memory.state) {
    case 'nothing':
      // Remembered first, so that a call still on the way finds that it must not send the card.
      await attempt.remember(writeMemory({ state: 'never_sent' }));
      return { outcome: 'never_seen' };
    case 'sent':
      return attempt.challengeUrl === undefined
        ? requestCancel(terminal, attempt, signal)
        : { ...pending(attempt, memory), outcome: 'challenge', url: attempt.challengeUrl };
    case 'cancelling':
      // Nobody handed in what the issuer's page sent back, so nothing was authorised.
      return attempt.challengeUrl !== undefined && isOver(memory.since, terminal)
        ? takenNever(attempt)
        : requestCancel(terminal, attempt, signal);
    case 'authorised_late':
      return reverseLate(terminal, attempt, memory.pspReference, signal);
    case 'reversing':
      await requestReversal(terminal, attempt, memory.pspReference, signal);
      return pending(attempt, memory);
    default:
      return remembered(terminal, attempt, memory);
  }
}

type Decided = Extract<
  Memory,
  { state: 'never_sent' | 'authorised' | 'ended' | 'received' | 'cancelled' | 'uncancelled' }
>;

function remembered(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  memory: Decided,
): ProviderOutcome {
  switch (memory.state) {
    case 'never_sent':
      return { outcome: 'never_seen' };
    case 'authorised':
    case 'ended':
      return { outcome: 'approved', reference: memory.pspReference, rrn: undefined };
    case 'received':
      return pending(attempt, memory);
    case 'cancelled':
      return takenNever(attempt);
    case 'uncancelled':
      return isOver(memory.since, terminal) ? takenNever(attempt) : pending(attempt, memory);
  }
}

function pending({ id }: KnownAttempt, memory: Memory) {
  return { outcome: 'pending', reference: pspReferenceIn(memory) ?? id } as const;
}

function isOver(since: Date, { now }: AdyenTerminal): boolean {
  return now().getTime() - since.getTime() > WEBHOOK_PATIENCE_MS;
}

export function takenNever({ challengeUrl }: Pick<KnownAttempt, 'challengeUrl'>): ProviderOutcome {
  return { outcome: challengeUrl === undefined ? 'never_seen' : 'abandoned' };
}

/** Remembers it first: an authorisation notified from now on is one that is being cancelled. */
export async function requestCancel(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const memory = readMemory(attempt.reference);
  const pspReference = pspReferenceIn(memory);
  if (memory.state !== 'cancelling') {
    await attempt.remember(
      writeMemory({ state: 'cancelling', pspReference, since: terminal.now() }),
    );
  }
  const { modifications, types } = checkoutFor(terminal, signal);
  const request = filled(new types.StandalonePaymentCancelRequest(), {
    merchantAccount: terminal.settings.merchant_account,
    paymentReference: attempt.id,
  });
  const answer = await answerOf(
    modifications.cancelAuthorisedPayment(request, { idempotencyKey: `cancel-${attempt.id}` }),
  );
  if (!answer.ok) throw silenceOf('a cancellation', answer.failure);
  return { outcome: 'pending', reference: pspReference ?? attempt.id };
}

/** The webhook that cancelled nothing, or none at all, came after the one that authorised. */
async function reverseLate(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  pspReference: string,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const answer = await requestReversal(terminal, attempt, pspReference, signal);
  await attempt.remember(writeMemory({ state: 'reversing', pspReference }));
  throw new ContradictionError(
    answer === 'requested'
      ? 'Adyen authorised a payment that was being cancelled. Its reversal was asked for.'
      : 'Adyen authorised a payment that was being cancelled, and does not reverse it.',
  );
}

/** Gives back whether it was captured or not. Adyen confirms by a notification. */
export async function requestReversal(
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
    modifications.refundOrCancelPayment(pspReference, request, { idempotencyKey: `void-${id}` }),
  );
  if (answer.ok) return 'requested';
  if (answer.failure.status === 422 && answer.failure.effect === 'none') return 'too_late';
  throw silenceOf('a reversal', answer.failure);
}
