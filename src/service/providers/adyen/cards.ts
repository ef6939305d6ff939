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
  type AdyenFailure,
  type AdyenTerminal,
} from './client.ts';
import { confirmNotification } from './confirm-notification.ts';
import { typingErrorOf } from './decline.ts';
import { findOutcome, requestCancel, requestReversal } from './find-outcome.ts';
import { pspReferenceIn, readMemory, writeMemory } from './memory.ts';
import { paymentRequest } from './payment-request.ts';
import { outcomeOf } from './payment-result.ts';

export function cardAcquirer(terminal: AdyenTerminal): CardAcquirer {
  return {
    authorize: (attempt, signal) => authorize(terminal, attempt, signal),
    findOutcome: (attempt, signal) => findOutcome(terminal, attempt, signal),
    completeChallenge: (attempt, returned, signal) =>
      completeChallenge(terminal, attempt, returned, signal),
    giveUpChallenge: (attempt, signal) =>
      readMemory(attempt.reference).state === 'sent'
        ? requestCancel(terminal, attempt, signal)
        : findOutcome(terminal, attempt, signal),
    confirmNotification: (attempt, reported) => confirmNotification(terminal, attempt, reported),
    void: (attempt, signal) => giveBack(terminal, attempt, signal),
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
  if (!answer.ok) return refused(attempt, answer.failure);
  const outcome = outcomeOf(answer.value, attempt, { request: 'payments' });
  await rememberOutcome(attempt, outcome);
  return outcome;
}

/** @throws where the payment may have been taken */
function refused({ id }: NewAttempt, failure: AdyenFailure): ProviderAnswer | NotTaken {
  if (failure.effect === 'unknown') throw silenceOf('the payment', failure);
  const { errorCode = '', pspReference = id } = failure;
  return typingErrorOf(pspReference, errorCode) ?? notTaken(failure);
}

async function rememberOutcome(
  { id, remember }: Pick<KnownAttempt, 'id' | 'remember'>,
  answer: ProviderAnswer,
): Promise<void> {
  const state = STATE_AFTER[answer.outcome];
  if (state === undefined) return;
  const known = answer.reference === id ? undefined : answer.reference;
  if (state !== 'authorised') await remember(writeMemory({ state, pspReference: known }));
  else await remember(writeMemory({ state, pspReference: answer.reference }));
}

const STATE_AFTER = {
  approved: 'authorised',
  pending: 'received',
  challenge: 'sent',
  soft_decline: undefined,
  hard_decline: undefined,
} as const satisfies Record<ProviderAnswer['outcome'], string | undefined>;

/** Only Adyen can make a `redirectResult`; one of another payment is answered for that payment. */
async function completeChallenge(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  { redirectResult }: ReturnedMembers,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const memory = readMemory(attempt.reference);
  if (redirectResult === undefined || memory.state !== 'sent') {
    return findOutcome(terminal, attempt, signal);
  }
  const { payments, types } = checkoutFor(terminal, signal);
  const request = filled(new types.PaymentDetailsRequest(), {
    details: filled(new types.PaymentCompletionDetails(), { redirectResult }),
  });
  const idempotencyKey = createHash('sha256').update(redirectResult).digest('hex');
  const answer = await answerOf(payments.paymentsDetails(request, { idempotencyKey }));
  if (!answer.ok) throw silenceOf("the challenge's answer", answer.failure);
  const known = pspReferenceIn(memory);
  const outcome = outcomeOf(answer.value, attempt, { request: 'details', known });
  // One that names no payment may be of another: this one's challenge stays open.
  const isNamed = outcome.outcome !== 'pending' || outcome.reference !== (known ?? attempt.id);
  if (isNamed) await rememberOutcome(attempt, outcome);
  return outcome;
}

/** Adyen confirms by a notification. */
async function giveBack(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
): Promise<VoidAnswer> {
  const memory = readMemory(attempt.reference);
  const isTaken = memory.state === 'authorised' || memory.state === 'ended';
  return isTaken ? requestReversal(terminal, attempt, memory.pspReference, signal) : 'too_late';
}
