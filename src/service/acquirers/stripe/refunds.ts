import { z } from 'zod';
import { NEVER_SENT } from '../never-sent.ts';
import {
  ContradictionError,
  type KnownRefund,
  type NotTaken,
  type RefundAcquirer,
  type RefundAnswer,
  type RefundAttempt,
  type RefundAcquirerOutcome,
  type SaveReference,
} from '../port.ts';
import {
  answerOf,
  clientFor,
  hadNoEffect,
  notTaken,
  noAnswerError,
  type StripeFailure,
  type StripeTerminal,
} from './client.ts';
import { intentIdIn } from './payment-intent.ts';
import { refundRefusal, refusesRefund } from './refund-refusals.ts';

/** Saved before the request is sent, until Stripe's id of the refund replaces it. */
const SENT = 'sent';

/**
 * The age after which a refund that Stripe does not list was never made: every request has ended long before. Until
 * then, it may be in progress.
 */
const ON_ITS_WAY_MS = 15 * 60_000;

/** Maximum refunds to read for a payment intent. If it has more, a refund that is not among them stays open. */
const MOST_LISTED = 100;

/** Refunds payment intents. If a charge is not settled yet, Stripe itself makes a reversal instead. */
export function refundAcquirer(terminal: StripeTerminal): RefundAcquirer {
  return {
    refund: (refund, saveReference, signal) => create(terminal, refund, saveReference, signal),
    findOutcome: (refund, _reported, saveReference, signal) =>
      find(terminal, refund, saveReference, signal),
  };
}

async function create(
  terminal: StripeTerminal,
  refund: RefundAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<RefundAnswer | NotTaken> {
  const { id, amountMinor } = refund;
  const stripe = clientFor(terminal, signal);
  const request = {
    payment_intent: intentOf(refund),
    amount: Number(amountMinor),
    metadata: { refund_id: id },
  };
  await saveReference(SENT);
  const made = await answerOf(stripe.refunds.create(request, { idempotencyKey: `refund-${id}` }));
  if (!made.ok) return refusalOf(refund, made.failure);
  const outcome = outcomeOf(readRefund(made.value), refund);
  if (outcome.outcome === 'pending') await saveReference(outcome.reference);
  return outcome;
}

function intentOf({ payment: { reference } }: RefundAttempt): string {
  if (reference === undefined || reference === NEVER_SENT) {
    throw new ContradictionError('No payment intent is saved with the payment that is refunded');
  }
  return intentIdIn(reference);
}

/** @throws if Stripe may have made the refund */
function refusalOf({ id }: RefundAttempt, failure: StripeFailure): RefundAnswer | NotTaken {
  if (refusesRefund(failure)) {
    const message = refundRefusal(failure.decline_code ?? failure.code, failure.message);
    return { outcome: 'refused', reference: id, message };
  }
  if (!hadNoEffect(failure)) throw noAnswerError('a refund', failure);
  return notTaken(failure);
}

async function find(
  terminal: StripeTerminal,
  refund: KnownRefund,
  saveReference: SaveReference,
  signal: AbortSignal,
): Promise<RefundAcquirerOutcome> {
  const { reference } = refund;
  // If a call is still about to send the request, its save now fails, and it does not send it.
  if (reference === undefined) await saveReference(NEVER_SENT);
  if (reference === undefined || reference === NEVER_SENT) return { outcome: 'never_seen' };
  const stripe = clientFor(terminal, signal);
  // A refusal of the request has our id as its reference: Stripe may have made the refund all the same.
  if (reference !== SENT && reference !== refund.id) {
    const found = await answerOf(stripe.refunds.retrieve(reference));
    if (!found.ok) throw noAnswerError('a status inquiry', found.failure);
    return outcomeOf(readRefund(found.value), refund);
  }
  const query = { payment_intent: intentOf(refund), limit: MOST_LISTED };
  const listed = await answerOf(stripe.refunds.list(query));
  if (!listed.ok) throw noAnswerError('a list of refunds', listed.failure);
  const { data, has_more: isCut } = refundList.parse(listed.value);
  const own = data.find((each) => each.metadata?.['refund_id'] === refund.id);
  if (own !== undefined) return outcomeOf(readRefund(own), refund);
  const isOld = terminal.now().getTime() - refund.startedAt.getTime() > ON_ITS_WAY_MS;
  if (isCut || !isOld) throw new Error('Stripe lists no such refund yet');
  return { outcome: 'never_seen' };
}

/** The list's refunds are read by themselves, because one that cannot be read must not hide ours. */
const refundList = z.object({
  data: z.array(z.looseObject({ metadata: z.looseObject({}).nullish().catch(undefined) })),
  has_more: z.boolean(),
});

/** The members read from a refund, as in the types of Stripe's package. */
const stripeRefund = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  failure_reason: z.string().optional().catch(undefined),
});
type StripeRefund = z.output<typeof stripeRefund>;

function readRefund(answer: unknown): StripeRefund {
  const parsed = stripeRefund.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new Error("Stripe's answer is not a refund");
}

/** @throws ContradictionError for another refund, amount or currency */
function outcomeOf(
  { id: reference, status, amount, currency, metadata, failure_reason }: StripeRefund,
  { id, amountMinor, payment }: RefundAttempt,
): RefundAnswer {
  const isSame =
    metadata?.['refund_id'] === id &&
    amount === Number(amountMinor) &&
    currency === payment.currency.toLowerCase();
  if (!isSame) throw new ContradictionError('Stripe answers of another refund, amount or currency');
  switch (status) {
    case 'succeeded':
      return { outcome: 'refunded', reference };
    case 'failed':
    case 'canceled':
      return { outcome: 'refused', reference, message: refundRefusal(failure_reason ?? status) };
    default:
      return { outcome: 'pending', reference };
  }
}
