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
  type RefundProviderOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../port.ts';
import {
  answerOf,
  checkoutFor,
  filled,
  notTaken,
  silenceOf,
  type AdyenFailure,
  type AdyenTerminal,
} from './client.ts';
import { expectSameAmount } from './payment-result.ts';
import { readState } from './saved-state.ts';

/** Saved before the request leaves, in the place of Adyen's reference of the refund. */
const SENT = 'sent';

/** The events that say how a refund ended, of requests whose reference is ours. */
const REFUND_EVENTS: ReadonlySet<string> = new Set([
  'REFUND',
  'CANCEL_OR_REFUND',
  'REFUND_FAILED',
  'REFUNDED_REVERSED',
]);

/** Distinguishes our refunds from those that a person makes, which have the reference of the payment. */
const REFERENCE = /^refund-(.+)$/;

function refundReference(id: string): string {
  return `refund-${id}`;
}

/** The refund that a webhook is about; undefined where it is about none of ours. */
export function refundIn(event: string, merchantReference: string): string | undefined {
  const id = REFUND_EVENTS.has(event) ? REFERENCE.exec(merchantReference)?.[1] : undefined;
  return z.uuid().safeParse(id).data;
}

/**
 * Adyen's refunds of captured payments, and reversals of whole ones, which may not be captured yet. It takes the
 * request, and says by a webhook what became of it; it cannot be asked. A request without an answer waits for
 * that webhook.
 */
export function refundAcquirer(terminal: AdyenTerminal): RefundAcquirer {
  return {
    refund: (refund, saveReference, signal) => request(terminal, refund, saveReference, signal),
    findOutcome: (refund, reported, saveReference) =>
      reported === undefined ? waitFor(refund, saveReference) : reportedOutcome(refund, reported),
  };
}

/** As Adyen publishes the answer: `status` is always `received`. */
const refundAnswer = z.object({ pspReference: z.string().min(1), status: z.literal('received') });

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
  if (!taken.success) throw new Error('Adyen answered what is no refund');
  const { pspReference: reference } = taken.data;
  await saveReference(reference);
  return { outcome: 'pending', reference };
}

/** Of the whole payment a reversal: it cancels what is not captured yet. */
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

/** Of these the request itself was refused: its amount, or the state of the payment. */
const ABOUT_REFUND: ReadonlySet<number | undefined> = new Set([400, 422]);

/** @throws where Adyen may have taken the request */
function refusalOf({ id }: RefundAttempt, failure: AdyenFailure): RefundAnswer | NotTaken {
  if (failure.effect === 'unknown') throw silenceOf('a refund', failure);
  if (!ABOUT_REFUND.has(failure.status)) return notTaken(failure);
  const { errorCode, pspReference = id } = failure;
  return { outcome: 'refused', reference: pspReference, message: declineMessage(errorCode) };
}

async function waitFor(
  { id, reference }: KnownRefund,
  saveReference: SaveReference,
): Promise<RefundProviderOutcome> {
  // The call that would send the request saves first, and must not go on after this.
  if (reference === undefined) await saveReference(NEVER_SENT);
  if (reference === undefined || reference === NEVER_SENT) return { outcome: 'never_seen' };
  return { outcome: 'pending', reference: reference === SENT ? id : reference };
}

const MADE: ReadonlySet<string> = new Set(['REFUND', 'CANCEL_OR_REFUND']);

/** A refund that failed, or came back, did not reach its payer, whatever was said of it before. */
function reportedOutcome(
  { amountMinor, payment: { id, currency } }: KnownRefund,
  reported: ReportedPayment,
): Promise<RefundProviderOutcome> {
  const { event, success, reference, reason } = reported;
  if (MADE.has(event) && success) {
    expectSameAmount(
      { id, amountMinor, currency },
      { ...reported, value: Number(reported.amountMinor) },
    );
    return Promise.resolve({ outcome: 'refunded', reference });
  }
  return Promise.resolve({ outcome: 'refused', reference, message: declineMessage(reason, event) });
}
