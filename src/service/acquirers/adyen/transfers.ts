import type {
  KnownAttempt,
  NewTransfer,
  NotTaken,
  AcquirerOutcome,
  SaveReference,
  TransferAcquirer,
  TransferAnswer,
  TransferOutcome,
} from '../port.ts';
import { answerOf, checkoutFor, notTaken, noAnswerError, type AdyenTerminal } from './client.ts';
import { confirmNotification } from './confirm-notification.ts';
import { findOutcome, requestCancel, voidPayment } from './find-outcome.ts';
import { mbWayRequest, telephoneNumberOf } from './payment-request.ts';
import { outcomeOf } from './payment-result.ts';
import {
  pspReferenceOf,
  readState,
  saveOutcome,
  writeState,
  type SavedState,
} from './saved-state.ts';

/**
 * Takes MB WAY payments: the payer approves on the phone with the number given
 * (docs.adyen.com/payment-methods/mb-way/api-only, as of 24 May 2026). The webhooks are those of cards.
 */
export function transferAcquirer(terminal: AdyenTerminal): TransferAcquirer {
  return {
    begin: (attempt, saveReference, signal) => begin(terminal, attempt, saveReference, signal),
    findOutcome: (attempt, saveReference, signal) => find(terminal, attempt, saveReference, signal),
    giveUp: (attempt, saveReference, signal) => giveUp(terminal, attempt, saveReference, signal),
    async confirmNotification(attempt, reported, saveReference) {
      const saved = readState(attempt.reference);
      const reportedOutcome = await confirmNotification(
        terminal,
        cardLike(attempt),
        reported,
        saveReference,
      );
      return transferOutcome(reportedOutcome, attempt, saved);
    },
    void: (attempt, signal) => voidPayment(terminal, attempt, signal),
  };
}

const AWAITS_PAYER: ReadonlySet<SavedState['state']> = new Set(['sent', 'received']);

/** Returns the attempt as a card attempt without a challenge. */
function cardLike(attempt: KnownAttempt): KnownAttempt {
  return { ...attempt, challengeUrl: undefined };
}

async function begin(
  terminal: AdyenTerminal,
  attempt: NewTransfer,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<TransferAnswer | NotTaken> {
  const { id, currency, input } = attempt;
  if (input.source !== 'PHONE' || currency !== 'EUR') {
    return { outcome: 'not_taken', cause: 'request_refused' };
  }
  const telephoneNumber = telephoneNumberOf(input.phone.reveal());
  if (telephoneNumber === undefined) return { ...WRONG_NUMBER, reference: id };
  const { payments, types } = checkoutFor(terminal, signal);
  const request = mbWayRequest(types, attempt, {
    telephoneNumber,
    merchantAccount: terminal.settings.merchant_account,
  });
  await saveReference(writeState({ state: 'sent' }));
  const answer = await answerOf(payments.payments(request, { idempotencyKey: id }));
  if (!answer.ok) {
    if (answer.failure.effect === 'unknown') throw noAnswerError('the payment', answer.failure);
    return notTaken(answer.failure);
  }
  const outcome = outcomeOf(answer.value, attempt, { request: 'payments' });
  await saveOutcome(attempt, outcome, saveReference);
  return transferAnswer(outcome, { state: 'received' });
}

/** For a number that Adyen would refuse; no request is sent. */
const WRONG_NUMBER = {
  outcome: 'soft_decline',
  message: 'Invalid telephone number',
  reason: 'incorrect_number',
} as const;

/**
 * Finds the outcome without cancelling: even if the answer was lost, the phone may be ringing. The webhook brings
 * the outcome.
 */
async function find(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const saved = readState(attempt.reference);
  if (AWAITS_PAYER.has(saved.state)) return waiting(pspReferenceOf(saved) ?? attempt.id, saved);
  const found = await findOutcome(terminal, cardLike(attempt), saveReference, signal);
  return transferOutcome(found, attempt, saved);
}

/** Requests a cancellation, which Adyen confirms with a webhook. */
async function giveUp(
  terminal: AdyenTerminal,
  attempt: KnownAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const saved = readState(attempt.reference);
  if (!AWAITS_PAYER.has(saved.state)) return find(terminal, attempt, saveReference, signal);
  const requested = await requestCancel(terminal, cardLike(attempt), saveReference, signal);
  return transferOutcome(requested, attempt, { state: 'cancelling' });
}

function transferOutcome(
  outcome: AcquirerOutcome,
  attempt: KnownAttempt,
  saved: Pick<SavedState, 'state'>,
): TransferOutcome {
  if (outcome.outcome !== 'never_seen' && outcome.outcome !== 'abandoned') {
    return transferAnswer(outcome, saved);
  }
  if (saved.state === 'nothing' || saved.state === 'never_sent') return { outcome: 'never_seen' };
  // The offer expired while the order still waits: the payer may try again.
  return AWAITS_PAYER.has(saved.state)
    ? { ...UNANSWERED, reference: pspReferenceOf(readState(attempt.reference)) ?? attempt.id }
    : { outcome: 'abandoned' };
}

const UNANSWERED = {
  outcome: 'soft_decline',
  message: 'The offer was closed',
  reason: 'unanswered',
} as const;

function transferAnswer(
  outcome: Exclude<AcquirerOutcome, { outcome: 'never_seen' | 'abandoned' }>,
  saved: Pick<SavedState, 'state'>,
): TransferAnswer {
  switch (outcome.outcome) {
    case 'approved':
      return { outcome: 'approved', reference: outcome.reference };
    case 'soft_decline':
    case 'hard_decline':
      return outcome;
    case 'pending':
      return waiting(outcome.reference, saved);
    case 'challenge':
      throw new Error('Adyen wants what this page cannot do');
  }
}

function waiting(reference: string, { state }: Pick<SavedState, 'state'>): TransferAnswer {
  return {
    outcome: 'waiting',
    reference,
    // While it is being cancelled, there is nothing to approve.
    instructions: AWAITS_PAYER.has(state) ? { kind: 'confirm', where: 'phone' } : undefined,
  };
}
