import { ownValue } from '#domain/own-value.ts';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { findByReference, NEVER_SENT, referenceToInquire } from '../never-sent.ts';
import { expectTaken } from '../expect-taken.ts';
import {
  ContradictionError,
  type CardAcquirer,
  type KnownAttempt,
  type AcquirerOutcome,
  type VoidAnswer,
} from '../port.ts';
import { authorize } from './authorize.ts';
import { answerOf, clientFor, noAnswerError, type StripeTerminal } from './client.ts';
import { intentIdIn, outcomeOf, readIntent, WITH_CHARGE } from './payment-intent.ts';
import { refusesRefund } from './refund-refusals.ts';

export function cardAcquirer(terminal: StripeTerminal): CardAcquirer {
  const find = (attempt: KnownAttempt, signal: AbortSignal) =>
    findOutcome(terminal, attempt, signal, 'find');
  return {
    authorize: (attempt, saveReference, signal) =>
      authorize(terminal, attempt, saveReference, signal),
    findOutcome: findByReference(find),
    // What came back with the shopper proves nothing; the payment intent has the outcome.
    completeChallenge: (attempt, _returned, _saveReference, signal) => find(attempt, signal),
    giveUp: (attempt, _saveReference, signal) => findOutcome(terminal, attempt, signal, 'give up'),
    // The event is signed and names the attempt's intent; the intent has the outcome.
    async confirmNotification(attempt, reported, _saveReference, signal) {
      const reference = referenceToInquire(attempt, reported);
      const outcome = await findOutcome(terminal, { ...attempt, reference }, signal, 'confirm');
      expectTaken('Stripe', reported, outcome);
      return outcome;
    },
    void: (attempt, signal) => refund(terminal, attempt, signal),
  };
}

async function findOutcome(
  terminal: StripeTerminal,
  attempt: KnownAttempt,
  signal: AbortSignal,
  intention: 'find' | 'give up' | 'confirm',
): Promise<AcquirerOutcome> {
  const { reference } = attempt;
  if (reference === undefined) throw new Error('No payment intent is saved with the attempt');
  if (reference === NEVER_SENT) return { outcome: 'never_seen' };
  const stripe = clientFor(terminal, signal);
  const intentId = intentIdIn(reference);
  const found = await answerOf(stripe.paymentIntents.retrieve(intentId, WITH_CHARGE));
  if (!found.ok) throw noAnswerError('a status inquiry', found.failure);
  const outcome = outcomeOf(readIntent(found.value, attempt));
  if (outcome.outcome === 'canceled') return unpaidOutcome(attempt);
  const ends =
    outcome.outcome === 'stranded' || (outcome.outcome === 'challenge' && intention === 'give up');
  if (!ends) return outcome;
  // A call for the attempt may be in progress and about to confirm the intent.
  if (intention === 'confirm') return { outcome: 'pending', reference };
  await cancel(stripe, intentId);
  return unpaidOutcome(attempt);
}

/** Returns the outcome of a canceled intent. It stays canceled: nothing was or will be taken. */
function unpaidOutcome({ challengeUrl }: KnownAttempt): AcquirerOutcome {
  return { outcome: challengeUrl === undefined ? 'never_seen' : 'abandoned' };
}

/** @throws if Stripe does not cancel it, for example because its state has changed: the next inquiry tries again */
async function cancel(stripe: Stripe, intentId: string): Promise<void> {
  const reason = { cancellation_reason: 'abandoned' } as const;
  const canceled = await answerOf(stripe.paymentIntents.cancel(intentId, reason));
  if (!canceled.ok) throw noAnswerError('a cancellation', canceled.failure);
  if (canceled.value.status !== 'canceled') throw new Error('Stripe canceled no payment intent');
}

async function refund(
  terminal: StripeTerminal,
  { reference }: KnownAttempt,
  signal: AbortSignal,
): Promise<VoidAnswer> {
  if (reference === undefined || reference === NEVER_SENT) return 'too_late';
  const stripe = clientFor(terminal, signal);
  const intentId = intentIdIn(reference);
  const refunded = await answerOf(
    stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `void-${intentId}` }),
  );
  if (refunded.ok) return readVoid(refunded.value, intentId);
  const { failure } = refunded;
  if (failure.code === 'charge_already_refunded') return 'voided';
  // Only a refusal of the refund itself means that the payment cannot be refunded this way.
  if (!refusesRefund(failure)) throw noAnswerError('a refund', failure);
  return 'too_late';
}

/** The answer by the refund's status. A failed or canceled refund has returned no money. */
const VOIDED_BY: Readonly<Record<string, VoidAnswer | undefined>> = {
  succeeded: 'voided',
  pending: 'requested',
  requires_action: 'requested',
  failed: 'too_late',
  canceled: 'too_late',
};

const madeRefund = z.object({ payment_intent: z.string(), status: z.string() });

/** @throws if it is not known what became of the refund; ContradictionError for one of another payment */
function readVoid(answer: unknown, intentId: string): VoidAnswer {
  const { data: refund } = madeRefund.safeParse(answer);
  const voided = refund && ownValue(VOIDED_BY, refund.status);
  if (voided === undefined) throw new Error("Stripe's answer is not a refund of a known status");
  if (refund?.payment_intent === intentId) return voided;
  throw new ContradictionError("Stripe's answer is a refund of another payment");
}
