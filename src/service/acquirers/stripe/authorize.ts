import type { Stripe } from 'stripe';
import type { NewAttempt, NotTaken, AcquirerAnswer, SaveReference } from '../port.ts';
import { billingDetails } from './billing-details.ts';
import {
  answerOf,
  clientFor,
  hadNoEffect,
  isDecline,
  notTaken,
  noAnswerError,
  type StripeAnswer,
  type StripeFailure,
  type StripeTerminal,
} from './client.ts';
import { declineOf } from './decline.ts';
import { outcomeOf, readIntent, WITH_CHARGE } from './payment-intent.ts';
import type { StripeSettings } from './settings.ts';

/**
 * Creates a payment intent, saves its reference, submits the card, and confirms. Only the confirmation can take
 * money; a failure before it has taken nothing.
 */
export async function authorize(
  terminal: StripeTerminal,
  attempt: NewAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<AcquirerAnswer | NotTaken> {
  const stripe = clientFor(terminal, signal);
  const created = await answerOf(
    stripe.paymentIntents.create(intentFor(attempt, terminal.settings), {
      idempotencyKey: `create-${attempt.id}`,
    }),
  );
  if (!created.ok) {
    const { code = '' } = created.failure;
    return AMOUNT_DECLINES.has(code)
      ? declineOf(attempt.id, created.failure)
      : notTaken(created.failure);
  }
  const intent = readIntent(created.value, attempt);
  await saveReference(intent.id);
  const card = await makeCard(stripe, attempt);
  if (!card.ok) {
    return isDecline(card.failure) && card.failure.rawType === CARD_ERROR
      ? declineOf(intent.id, card.failure)
      : notTaken(card.failure);
  }
  return confirm(stripe, attempt, intent.id, card.value.id);
}

/** Errors about an amount that Stripe does not accept. They are declines, so that the order says why. */
const AMOUNT_DECLINES: ReadonlySet<string> = new Set(['amount_too_small', 'amount_too_large']);

/** The type of an error about the card, not about the request. */
const CARD_ERROR = 'card_error';

function intentFor(
  attempt: NewAttempt,
  { statement_descriptor_suffix: suffix, ...settings }: StripeSettings,
): Stripe.PaymentIntentCreateParams {
  const secure =
    settings.request_three_d_secure_of_methods[attempt.methodId] ?? settings.request_three_d_secure;
  return {
    description: attempt.description ?? `Order ${attempt.orderId}`,
    payment_method_options: { card: { request_three_d_secure: secure } },
    ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
    amount: Number(attempt.amountMinor),
    currency: attempt.currency.toLowerCase(),
    allowed_payment_method_types: ['card'],
    metadata: { attempt_id: attempt.id, order_id: attempt.orderId },
  };
}

/**
 * Creates the card's payment method. If Stripe refuses the billing details, tries again with only the name: the
 * card can be paid with nevertheless.
 */
async function makeCard(
  stripe: Stripe,
  attempt: NewAttempt,
): Promise<StripeAnswer<Stripe.PaymentMethod>> {
  const card = cardFor(attempt);
  const billing_details = billingDetails(attempt);
  const made = await answerOf(
    stripe.paymentMethods.create(
      { ...card, billing_details },
      { idempotencyKey: `card-${attempt.id}` },
    ),
  );
  if (made.ok || made.failure.param?.startsWith('billing_details') !== true) return made;
  const { name } = billing_details;
  const bare = { ...card, ...(name !== undefined && { billing_details: { name } }) };
  return answerOf(
    stripe.paymentMethods.create(bare, { idempotencyKey: `bare-card-${attempt.id}` }),
  );
}

function cardFor(attempt: NewAttempt): Stripe.PaymentMethodCreateParams {
  const { number, securityCode, expiryMonth, expiryYear } = attempt.card.reveal();
  return {
    type: 'card',
    card: {
      number,
      cvc: securityCode,
      exp_month: Number(expiryMonth),
      exp_year: 2000 + Number(expiryYear),
    },
  };
}

async function confirm(
  stripe: Stripe,
  attempt: NewAttempt,
  intentId: string,
  cardId: string,
): Promise<AcquirerAnswer | NotTaken> {
  const confirmed = await answerOf(
    stripe.paymentIntents.confirm(
      intentId,
      { payment_method: cardId, return_url: attempt.returnUrl, ...WITH_CHARGE },
      { idempotencyKey: `confirm-${attempt.id}` },
    ),
  );
  if (!confirmed.ok) return afterRefusal(confirmed.failure, attempt, intentId);
  const outcome = outcomeOf(readIntent(confirmed.value, attempt));
  if (outcome.outcome !== 'canceled' && outcome.outcome !== 'stranded') return outcome;
  throw new Error(`Stripe's payment intent is ${outcome.outcome}: it is asked about again`);
}

/**
 * Returns the outcome of a refused confirmation. A refusal that contains the intent is read like an answer, because
 * the intent may have succeeded before; a decline counts if the intent is not paid.
 *
 * @throws if the payment may have been taken; ContradictionError for another attempt, amount or currency
 */
function afterRefusal(
  failure: StripeFailure,
  attempt: NewAttempt,
  intentId: string,
): AcquirerAnswer | NotTaken {
  const { payment_intent: named } = failure;
  const intent = named === undefined ? undefined : readIntent(named, attempt);
  const isUnpaid = intent === undefined || UNPAID.has(intent.status);
  if (isDecline(failure) && isUnpaid) return declineOf(intentId, failure);
  if (intent !== undefined) {
    const outcome = outcomeOf(intent);
    if (outcome.outcome !== 'canceled' && outcome.outcome !== 'stranded') return outcome;
  } else if (failure.code === UNEXPECTED_STATE) {
    throw noAnswerError('the confirmation', failure);
  }
  if (hadNoEffect(failure)) return notTaken(failure);
  throw noAnswerError('the confirmation', failure);
}

/** The statuses of an intent that took nothing and takes nothing by itself. */
const UNPAID: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** Another request has changed the intent's state; only the intent itself tells which state it has. */
const UNEXPECTED_STATE = 'payment_intent_unexpected_state';
