import { createHash } from 'node:crypto';
import type {
  CardAcquirer,
  KnownAttempt,
  NewAttempt,
  NotTaken,
  AcquirerAnswer,
  AcquirerOutcome,
  ReturnedMembers,
  SaveReference,
} from '../port.ts';
import {
  answerOf,
  checkoutFor,
  filled,
  notTaken,
  noAnswerError,
  type AdyenFailure,
  type AdyenTerminal,
} from './client.ts';
import { confirmNotification } from './confirm-notification.ts';
import { typingErrorOf } from './decline.ts';
import { findOutcome, requestCancel, voidPayment } from './find-outcome.ts';
import { paymentRequest } from './payment-request.ts';
import { outcomeOf } from './payment-result.ts';
import { pspReferenceOf, readState, saveOutcome, writeState } from './saved-state.ts';

export function cardAcquirer(terminal: AdyenTerminal): CardAcquirer {
  return {
    authorize: (attempt, saveReference, signal) =>
      authorize(terminal, attempt, saveReference, signal),
    findOutcome: (attempt, saveReference, signal) =>
      findOutcome(terminal, attempt, saveReference, signal),
    completeChallenge: (attempt, returned, saveReference, signal) =>
      completeChallenge(terminal, { attempt, saveReference }, returned, signal),
    giveUp: (attempt, saveReference, signal) =>
      readState(attempt.reference).state === 'sent'
        ? requestCancel(terminal, attempt, saveReference, signal)
        : findOutcome(terminal, attempt, saveReference, signal),
    confirmNotification: (attempt, reported, saveReference) =>
      confirmNotification(terminal, attempt, reported, saveReference),
    void: (attempt, signal) => voidPayment(terminal, attempt, signal),
  };
}

async function authorize(
  terminal: AdyenTerminal,
  attempt: NewAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<AcquirerAnswer | NotTaken> {
  const { payments, types } = checkoutFor(terminal, signal);
  const request = paymentRequest(types, attempt, terminal.settings.merchant_account);
  await saveReference(writeState({ state: 'sent' }));
  const answer = await answerOf(payments.payments(request, { idempotencyKey: attempt.id }));
  if (!answer.ok) return refused(attempt, answer.failure);
  const outcome = outcomeOf(answer.value, attempt, { request: 'payments' });
  await saveOutcome(attempt, outcome, saveReference);
  return outcome;
}

/** @throws if the payment may have been taken */
function refused({ id }: NewAttempt, failure: AdyenFailure): AcquirerAnswer | NotTaken {
  if (failure.effect === 'unknown') throw noAnswerError('the payment', failure);
  const { errorCode = '', pspReference = id } = failure;
  return typingErrorOf(pspReference, errorCode) ?? notTaken(failure);
}

/**
 * Submits the result of a challenge. Only Adyen can create a `redirectResult`; if it belongs to another payment,
 * Adyen's answer names that payment.
 */
async function completeChallenge(
  terminal: AdyenTerminal,
  { attempt, saveReference }: { attempt: KnownAttempt; saveReference: SaveReference },
  { redirectResult }: ReturnedMembers,
  signal: AbortSignal,
): Promise<AcquirerOutcome> {
  const saved = readState(attempt.reference);
  if (redirectResult === undefined || saved.state !== 'sent') {
    return findOutcome(terminal, attempt, saveReference, signal);
  }
  const { payments, types } = checkoutFor(terminal, signal);
  const request = filled(new types.PaymentDetailsRequest(), {
    details: filled(new types.PaymentCompletionDetails(), { redirectResult }),
  });
  const idempotencyKey = createHash('sha256').update(redirectResult).digest('hex');
  const answer = await answerOf(payments.paymentsDetails(request, { idempotencyKey }));
  if (!answer.ok) throw noAnswerError("the challenge's answer", answer.failure);
  const known = pspReferenceOf(saved);
  const outcome = outcomeOf(answer.value, attempt, { request: 'details', known });
  // An answer that names no payment may be about another one, so this challenge stays open.
  const isNamed = outcome.outcome !== 'pending' || outcome.reference !== (known ?? attempt.id);
  if (isNamed) await saveOutcome(attempt, outcome, saveReference);
  return outcome;
}
