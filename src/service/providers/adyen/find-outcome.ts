import type { KnownAttempt } from '../acquirer.ts';
import type { ProviderOutcome } from '../provider.ts';
import { answerOf, checkoutFor, filled, silenceOf, type AdyenTerminal } from './client.ts';
import { readMemory, writeMemory } from './memory.ts';

/**
 * Adyen cannot be asked about a payment. What is remembered answers; a payment without an answer
 * is cancelled by its reference, and ends by the webhook that says so.
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
    case 'never_sent':
      return { outcome: 'never_seen' };
    case 'authorised':
      return { outcome: 'approved', reference: memory.pspReference, rrn: undefined };
    case 'received':
      return { outcome: 'pending', reference: attempt.id };
    case 'sent':
      return attempt.challengeUrl === undefined
        ? requestCancel(terminal, attempt, signal)
        : { outcome: 'challenge', reference: attempt.id, url: attempt.challengeUrl };
    case 'cancelling':
      return requestCancel(terminal, attempt, signal);
  }
}

/** Remembers it first: an authorisation notified from now on is one that is being cancelled. */
export async function requestCancel(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  if (readMemory(attempt.reference).state !== 'cancelling') {
    await attempt.remember(writeMemory({ state: 'cancelling' }));
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
  return { outcome: 'pending', reference: attempt.id };
}
