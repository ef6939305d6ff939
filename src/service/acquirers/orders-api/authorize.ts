import { majorNumber } from '#contract/schemas/order.ts';
import type { Failure, OrdersClient } from '#contract/client/client.ts';
import type { CardDataBody, PayerHeaders } from '#contract/schemas/card-data.ts';
import { cardDataCustomer, createCustomer } from '#contract/schemas/customer.ts';
import type { CreatePayinBody, PayinOrder } from '#contract/schemas/payin.ts';
import { isFinal } from '#domain/order/status.ts';
import { acceptedMembers } from '../accepted-members.ts';
import { acquirerCustomer } from '../acquirer-address.ts';
import type {
  NewAttempt,
  NotTaken,
  PayerContext,
  PayinAttempt,
  AcquirerAnswer,
  SaveReference,
} from '../port.ts';
import { notTaken, noAnswerError } from './failures.ts';
import { expectSameOrder, outcomeOf } from './payin-outcome.ts';
import { readReference, writeReference } from './reference.ts';
import { clientFor, type OrdersApiTerminal } from './terminal.ts';

/**
 * Creates an order at the acquirer, saves its reference, and only then sends the card. Until the card is sent,
 * nothing can be taken, whatever became of the order. The request with the card is signed with a time that is saved
 * before, so that everybody knows from when on the acquirer refuses it.
 */
export async function authorize(
  terminal: OrdersApiTerminal,
  attempt: NewAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<AcquirerAnswer | NotTaken> {
  const client = clientFor(terminal, signal);
  const methodId = terminal.settings.methods[attempt.currency];
  if (methodId === undefined) return { outcome: 'not_taken', cause: 'request_refused' };
  const made = await client.createPayin(orderFor(terminal, attempt, methodId));
  if (!made.ok) return notTaken(made);
  expectSameOrder(made.value, attempt);
  if (isFinal(made.value.status)) return answerFrom(terminal, made.value, attempt, made.value);
  const { signedAt, refusedFrom } = lifetimeOf(terminal, made.value);
  await saveReference(writeReference(made.value, refusedFrom));
  signal.throwIfAborted();
  const sent = await clientFor(terminal, signal, undefined, () => signedAt).submitCardData(
    cardDataFor(attempt, made.value.id),
    payerHeaders(attempt.payer),
  );
  if (!sent.ok) return afterRefusal(sent, made.value);
  return readAnswer(terminal, client, attempt, made.value);
}

/** An acquirer's clock that differs more than this from ours is not trusted to be a clock. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
/** How long the acquirer may take to record a card that it accepted just in time. */
const RECORDING_MS = 15_000;

/**
 * Returns the time to sign the request with the card, and from when on, by our clock, the acquirer refuses it. If the
 * acquirer's clock is behind ours, signs with the acquirer's time, which the new order shows: by our clock, the acquirer
 * would otherwise accept the request for longer. If that time cannot be told, waits twice as long.
 */
function lifetimeOf(
  { settings, tools }: OrdersApiTerminal,
  { create_date: createdAt }: PayinOrder,
): { signedAt: Date; refusedFrom: Date } {
  const now = tools.now();
  const behindMs = now.getTime() - (createdAt ?? 0) * 1_000;
  const isClock = Math.abs(behindMs) <= MAX_CLOCK_DIFFERENCE_MS;
  const acceptedMs = settings.signature_tolerance_seconds * 1_000 * (isClock ? 1 : 2);
  return {
    signedAt: isClock && behindMs > 0 ? new Date(now.getTime() - behindMs) : now,
    refusedFrom: new Date(now.getTime() + acceptedMs + RECORDING_MS),
  };
}

/** Builds the create request for a payment, in any source. */
export function orderFor(
  { settings, tools }: OrdersApiTerminal,
  payment: Pick<
    PayinAttempt,
    'id' | 'amountMinor' | 'currency' | 'customer' | 'returnUrl' | 'description'
  >,
  methodId: string,
): CreatePayinBody {
  const { returnUrl } = payment;
  return {
    reference_id: payment.id,
    currency: payment.currency,
    amount: majorNumber(payment.amountMinor),
    merchant_gate_method_id: methodId,
    ...(settings.sends_description && { description: payment.description }),
    // A create request accepts only Latin letters. The card data has the customer in any script.
    customer: acceptedMembers(createCustomer, acquirerCustomer(payment.customer)),
    callback_url: tools.notificationUrl,
    return_urls: { success: returnUrl, pending: returnUrl, fail: returnUrl },
  };
}

function cardDataFor(attempt: NewAttempt, orderId: string): CardDataBody {
  const { number, securityCode, expiryMonth, expiryYear, firstName, lastName } =
    attempt.card.reveal();
  return {
    order_id: orderId,
    card_number: number,
    cvv: securityCode,
    exp_month: expiryMonth,
    exp_year: expiryYear,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    customer: acceptedMembers(cardDataCustomer, acquirerCustomer(attempt.customer)),
    browser_info: attempt.browserInfo,
  };
}

/** Returns the payer's headers. An acquirer that does not know them ignores them. */
function payerHeaders(payer: PayerContext): PayerHeaders {
  return {
    'X-Payer-Address': payer.address,
    'X-Payer-User-Agent': payer.userAgent,
    'X-Payer-Accept': payer.accept,
    'X-Payer-Accept-Language': payer.acceptLanguage,
    'X-Payer-Script': payer.script ? 'true' : 'false',
  };
}

/** The order does not expect a card. The card may have been accepted already, if a proxy sent the request twice. */
const CONFLICT = 409;

/**
 * Returns the answer for refused card data. The refusal made no attempt at the acquirer, and the same request is
 * never sent again.
 *
 * @throws if the card may have been accepted
 */
function afterRefusal(failure: Failure, order: PayinOrder): AcquirerAnswer | NotTaken {
  if (failure.effect === 'unknown' || failure.status === CONFLICT) {
    throw noAnswerError('the card data', failure);
  }
  const expired = failure.problem?.errors?.some(({ code }) => code === 'expired') ?? false;
  if (!expired) return notTaken(failure);
  const message = 'expired card';
  return { outcome: 'soft_decline', reference: order.id, message, reason: 'expired_card' };
}

/** Reads the order after its card was accepted. If it cannot be read now, the outcome is pending. */
async function readAnswer(
  terminal: OrdersApiTerminal,
  client: OrdersClient,
  attempt: NewAttempt,
  made: PayinOrder,
): Promise<AcquirerAnswer> {
  const read = await client.getPayin(made.id);
  return read.ok
    ? answerFrom(terminal, read.value, attempt, made)
    : { outcome: 'pending', reference: made.id };
}

/**
 * Returns an order's outcome; pending if the order ended without taking anything, so that a status inquiry decides.
 */
function answerFrom(
  { tools }: OrdersApiTerminal,
  order: PayinOrder,
  attempt: NewAttempt,
  made: PayinOrder,
): AcquirerAnswer {
  const saved = readReference(writeReference(made));
  const found = outcomeOf(order, { ...attempt, challengeUrl: undefined }, saved, tools.now());
  return found.outcome === 'never_seen' || found.outcome === 'abandoned'
    ? { outcome: 'pending', reference: order.id }
    : found;
}
