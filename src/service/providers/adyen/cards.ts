import { createHash } from 'node:crypto';
import type {
  CardAcquirer,
  KnownAttempt,
  NewAttempt,
  NotTaken,
  ReturnedMembers,
  VoidAnswer,
} from '../acquirer.ts';
import type { ProviderAnswer, ProviderOutcome } from '../provider.ts';
import {
  answerOf,
  checkoutFor,
  filled,
  notTaken,
  silenceOf,
  type AdyenTerminal,
} from './client.ts';
import { confirmNotification } from './confirm-notification.ts';
import { findOutcome, requestCancel } from './find-outcome.ts';
import { readMemory, writeMemory } from './memory.ts';
import { paymentRequest } from './payment-request.ts';
import { outcomeOf } from './payment-result.ts';

export function cardAcquirer(terminal: AdyenTerminal): CardAcquirer {
  return {
    authorize: (attempt, signal) => authorize(terminal, attempt, signal),
    findOutcome: (attempt, signal) => findOutcome(terminal, attempt, signal),
    completeChallenge: (attempt, returned, signal) =>
      completeChallenge(terminal, attempt, returned, signal),
    giveUpChallenge: (attempt, signal) =>
      readMemory(attempt.reference).state === 'authorised'
        ? findOutcome(terminal, attempt, signal)
        : requestCancel(terminal, attempt, signal),
    confirmNotification: (attempt, reported) => confirmNotification(attempt, reported),
    void: (attempt, signal) => reverse(terminal, attempt, signal),
  };
}

async function authorize(
  terminal: AdyenTerminal,
  attempt: NewAttempt,
  signal: AbortSignal,
): Promise<ProviderAnswer | NotTaken> {
  const { payments, types } = checkoutFor(terminal, signal);
  const request = paymentRequest(types, attempt, terminal.settings.merchant_account);
  await attempt.remember(writeMemory({ state: 'sent' }));
  const answer = await answerOf(payments.payments(request, { idempotencyKey: attempt.id }));
  if (!answer.ok) {
    if (answer.failure.effect === 'unknown') throw silenceOf('the payment', answer.failure);
    return notTaken(answer.failure);
  }
  const outcome = outcomeOf(answer.value, attempt);
  await rememberOutcome(attempt, outcome);
  return outcome;
}

async function rememberOutcome(
  attempt: Pick<KnownAttempt, 'remember'>,
  outcome: ProviderAnswer,
): Promise<void> {
  if (outcome.outcome === 'pending') await attempt.remember(writeMemory({ state: 'received' }));
  if (outcome.outcome !== 'approved') return;
  const pspReference = outcome.reference;
  await attempt.remember(writeMemory({ state: 'authorised', pspReference }));
}

/** Only Adyen can make a `redirectResult`; one of another payment is answered for that payment. */
async function completeChallenge(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  { redirectResult }: ReturnedMembers,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const { state } = readMemory(attempt.reference);
  if (redirectResult === undefined || state !== 'sent') {
    return findOutcome(terminal, attempt, signal);
  }
  const { payments, types } = checkoutFor(terminal, signal);
  const request = filled(new types.PaymentDetailsRequest(), {
    details: filled(new types.PaymentCompletionDetails(), { redirectResult }),
  });
  const idempotencyKey = createHash('sha256').update(redirectResult).digest('hex');
  const answer = await answerOf(payments.paymentsDetails(request, { idempotencyKey }));
  if (!answer.ok) throw silenceOf("the challenge's answer", answer.failure);
  const outcome = outcomeOf(answer.value, attempt);
  await rememberOutcome(attempt, outcome);
  return outcome;
}

/** Gives back whether it was captured or not. Adyen confirms by a notification. */
async function reverse(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<VoidAnswer> {
  const memory = readMemory(attempt.reference);
  if (memory.state !== 'authorised') return 'too_late';
  const { modifications, types } = checkoutFor(terminal, signal);
  const request = filled(new types.PaymentReversalRequest(), {
    merchantAccount: terminal.settings.merchant_account,
    reference: attempt.id,
  });
  const answer = await answerOf(
    modifications.refundOrCancelPayment(memory.pspReference, request, {
      idempotencyKey: `void-${attempt.id}`,
    }),
  );
  if (answer.ok) return 'requested';
  if (answer.failure.status === 422) return 'too_late';
  throw silenceOf('a reversal', answer.failure);
}
