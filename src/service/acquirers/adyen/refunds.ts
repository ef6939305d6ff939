import { ownValue } from '#domain/own-value.ts';
import { z } from 'zod';
import { declineMessage } from '../decline-message.ts';
import { NEVER_SENT } from '../never-sent.ts';
import {
  ContradictionError,
  type KnownRefund,
  type NotTaken,
  type RefundAcquirer,
  type RefundAnswer,
  type RefundAttempt,
  type RefundAcquirerOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../port.ts';
import {
  answerOf,
  checkoutFor,
  filled,
  modificationAnswer,
  notTaken,
  noAnswerError,
  type AdyenFailure,
  type AdyenTerminal,
} from './client.ts';
import { expectSameAmount } from './payment-result.ts';
import { readState } from './saved-state.ts';

/** Saved before the request is sent, until Adyen's reference of the refund replaces it. */
const SENT = 'sent';

/** The events that report a refund's outcome, if the reference is ours. */
const REFUND_EVENTS: ReadonlySet<string> = new Set([
  'REFUND',
  'CANCEL_OR_REFUND',
  'REFUND_FAILED',
  'REFUNDED_REVERSED',
]);

/** Distinguishes our refunds from those made by hand, which have the payment's reference. */
const REFERENCE = /^refund-(.+)$/;

function refundReference(id: string): string {
  return `refund-${id}`;
}

/** Returns the id of the refund that a webhook is about; undefined if it is not one of ours. */
export function refundIn(event: string, merchantReference: string): string | undefined {
  const id = REFUND_EVENTS.has(event) ? REFERENCE.exec(merchantReference)?.[1] : undefined;
  return z.uuid().safeParse(id).data;
}

/**
 * Makes partial refunds as refunds of captured payments, and full refunds as reversals, which also work before
 * capture. Adyen accepts the request and reports the outcome with a webhook; it has no status inquiry. A request
 * without an answer waits for that webhook.
 */
export function refundAcquirer(terminal: AdyenTerminal): RefundAcquirer {
  return {
    refund: (refund, saveReference, signal) => request(terminal, refund, saveReference, signal),
    findOutcome: async (refund, reported, saveReference) =>
      reported === undefined
        ? await waitFor(refund, saveReference)
        : reportedOutcome(refund, reported),
  };
}

const refundAnswer = modificationAnswer.extend({ pspReference: z.string().min(1) });

async function request(
  terminal: AdyenTerminal,
  refund: RefundAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<RefundAnswer | NotTaken> {
  const send = requestOf(terminal, refund, signal);
  await saveReference(SENT);
  const answer = await answerOf(send());
  if (!answer.ok) return refusalOf(refund, answer.failure);
  const taken = refundAnswer.safeParse(answer.value);
  if (!taken.success) throw new Error("Adyen's answer is not a refund");
  const { pspReference: reference } = taken.data;
  await saveReference(reference);
  return { outcome: 'pending', reference };
}

/** Builds the request; for a full refund, a reversal, which cancels a payment that is not captured yet. */
function requestOf(
  terminal: AdyenTerminal,
  refund: RefundAttempt,
  signal: AbortSignal,
): () => Promise<unknown> {
  const { id, amountMinor, payment } = refund;
  const { modifications, types } = checkoutFor(terminal, signal);
  const pspReference = paymentOf(refund);
  const merchantAccount = terminal.settings.merchant_account;
  const reference = refundReference(id);
  const options = { idempotencyKey: reference };
  if (amountMinor === payment.amountMinor) {
    const body = filled(new types.PaymentReversalRequest(), { merchantAccount, reference });
    return () => modifications.refundOrCancelPayment(pspReference, body, options);
  }
  const amount = filled(new types.Amount(), {
    currency: payment.currency,
    value: Number(amountMinor),
  });
  const body = filled(new types.PaymentRefundRequest(), { merchantAccount, amount, reference });
  return () => modifications.refundCapturedPayment(pspReference, body, options);
}

function paymentOf({ payment: { reference } }: RefundAttempt): string {
  const saved = readState(reference);
  if (saved.state === 'ended' || saved.state === 'authorised') return saved.pspReference;
  throw new ContradictionError('No pspReference is saved with the payment that is refunded');
}

/** The statuses with which Adyen refuses the refund itself, because of its amount or the payment's state. */
const ABOUT_REFUND: ReadonlySet<number | undefined> = new Set([400, 422]);

/** @throws if Adyen may have accepted the request */
function refusalOf({ id }: RefundAttempt, failure: AdyenFailure): RefundAnswer | NotTaken {
  if (failure.effect === 'unknown') throw noAnswerError('a refund', failure);
  if (!ABOUT_REFUND.has(failure.status)) return notTaken(failure);
  const { errorCode, pspReference = id } = failure;
  return { outcome: 'refused', reference: pspReference, message: refusedRequest(errorCode) };
}

async function waitFor(
  { id, reference }: KnownRefund,
  saveReference: SaveReference,
): Promise<RefundAcquirerOutcome> {
  // If a call is still about to send the request, its save now fails, and it does not send it.
  if (reference === undefined) await saveReference(NEVER_SENT);
  if (reference === undefined || reference === NEVER_SENT) return { outcome: 'never_seen' };
  return { outcome: 'pending', reference: reference === SENT ? id : reference };
}

const MADE: ReadonlySet<string> = new Set(['REFUND', 'CANCEL_OR_REFUND']);

/**
 * Returns the outcome that a webhook reports. A refund that failed or was returned did not reach the payer, even if
 * an earlier webhook said that it succeeded.
 *
 * @throws ContradictionError for another amount or currency
 */
function reportedOutcome(
  { amountMinor, payment: { id, currency } }: KnownRefund,
  reported: ReportedPayment,
): RefundAcquirerOutcome {
  const { event, success, reference, reason } = reported;
  expectSameAmount(
    { id, amountMinor, currency },
    { ...reported, value: Number(reported.amountMinor) },
  );
  if (MADE.has(event) && success) {
    return { outcome: 'refunded', reference };
  }
  const about = MADE.has(event) ? 'request' : 'return';
  const message = refusedByEvent(event, reason);
  return { outcome: 'refused', reference, message, about };
}

/** Returns why Adyen refused a refund request, in words. */
export function refusedRequest(errorCode: string | undefined): string {
  const words = errorCode === undefined ? undefined : ownValue(ERRORS, errorCode);
  return words ?? `The acquirer refused the refund, with its error code ${errorCode ?? 'missing'}.`;
}

/**
 * Adyen's error codes for modifications (docs.adyen.com/development-resources/error-codes, as of 25 November 2026; 167
 * as in the tests of Adyen's libraries).
 */
const ERRORS: Readonly<Record<string, string | undefined>> = {
  100: 'The refund has no amount.',
  137: 'The amount is invalid.',
  138: 'The currency is not supported.',
  167: 'The acquirer does not know the payment.',
  901: 'The merchant account is invalid.',
};

/**
 * Returns why a refund was not made or came back, in words: Adyen's own if its reason has any, and is not a reference
 * or an empty mark.
 */
export function refusedByEvent(event: string, reason: string | undefined): string {
  const words = reason?.trim().includes(' ') === true ? reason : undefined;
  return declineMessage(words, ownValue(EVENTS, event));
}

/** What the events mean without a reason (docs.adyen.com/online-payments/refund, November 2026). */
const EVENTS: Readonly<Record<string, string | undefined>> = {
  REFUND: 'The acquirer refused the refund.',
  CANCEL_OR_REFUND: 'The acquirer refused to cancel or refund the payment.',
  REFUND_FAILED: 'The card scheme or the bank rejected the refund.',
  REFUNDED_REVERSED: 'The refund could not be paid out, and the money was returned.',
};
