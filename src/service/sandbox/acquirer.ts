import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maskCardNumber } from '#domain/card/number.ts';
import type { Insertable } from 'kysely';
import type { BookedOutcome, AcquirerPaymentTable, SandboxDb } from './schema.ts';
import type {
  CardAcquirer,
  AcquirerAnswer,
  AcquirerOutcome,
  NewAttempt,
} from '../acquirers/port.ts';
import { bookPayment, endChallenge, findPayment, type BookedPayment } from './payments.ts';
import { neverAnswer } from './never-answer.ts';
import { behaviourOf, type CardBehaviour } from './cards.ts';

export interface SandboxAcquirerOptions {
  db: SandboxDb;
  now: () => Date;
  /** The delay between booking a payment and answering, to simulate a slow acquirer. */
  delayMs: number;
  down: boolean;
  challengeUrl: (attemptId: string) => string;
}

/**
 * Creates the embedded acquirer, which simulates an external one. It keeps its payments separate from the orders
 * and answers by attempt id. So it may have taken money that the service does not know of, if the service was
 * killed in between.
 */
export function createSandboxAcquirer(options: SandboxAcquirerOptions): CardAcquirer {
  const findOutcome = async (attemptId: string) => {
    refuseWhenDown(options);
    const booked = await findPayment(options.db, attemptId);
    if (booked !== undefined) return outcomeFrom(booked, options);
    // Records the id, so that "never seen" stays true: a request still in progress finds the id taken.
    await bookPayment(options.db, neverSeen(attemptId, options.now()));
    return readOutcome(options, attemptId);
  };
  return {
    async authorize(attempt, _saveReference, signal) {
      refuseWhenDown(options);
      const behaviour = behaviourOf(attempt.card.reveal().number, attempt.amountMinor);
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const booked = paymentFor(attempt, behaviour, options.now());
      if (!(await bookPayment(options.db, booked))) throw new Error('The attempt id is taken');
      if (behaviour.does === 'approve_silently') return neverAnswer(signal);
      await sleep(options.delayMs, undefined, { signal });
      return firstAnswer(booked, options);
    },

    findOutcome: ({ id }) => findOutcome(id),
    completeChallenge: ({ id }) => findOutcome(id),
    confirmNotification: ({ id }) => findOutcome(id),

    async giveUp({ id }) {
      refuseWhenDown(options);
      await endChallenge(options.db, id, { outcome: 'abandoned' });
      return readOutcome(options, id);
    },
  };
}

function refuseWhenDown({ down }: SandboxAcquirerOptions): void {
  if (down) throw new Error('The acquirer is down');
}

function paymentFor(attempt: NewAttempt, behaviour: CardBehaviour, now: Date): BookedPayment {
  const laterMs = 'afterMs' in behaviour ? behaviour.afterMs : 0;
  return {
    attempt_id: attempt.id,
    outcome: bookedOutcome(behaviour),
    ...(behaviour.does === 'decline' ? behaviour.decline : { message: null, reason: null }),
    rrn: String(randomInt(10 ** 11, 10 ** 12)),
    decided_from: new Date(now.getTime() + laterMs),
    created_at: now,
    order_id: attempt.orderId,
    amount_minor: attempt.amountMinor,
    currency: attempt.currency,
    card_number_masked: maskCardNumber(attempt.card.reveal().number),
  };
}

function bookedOutcome(behaviour: CardBehaviour): BookedOutcome {
  if (behaviour.does === 'decline') return behaviour.hardness;
  return behaviour.does === 'challenge' ? 'challenge' : 'approved';
}

function neverSeen(attemptId: string, now: Date): Insertable<AcquirerPaymentTable> {
  return {
    attempt_id: attemptId,
    outcome: 'never_seen',
    message: null,
    reason: null,
    rrn: null,
    decided_from: now,
    created_at: now,
  };
}

async function readOutcome(
  options: SandboxAcquirerOptions,
  attemptId: string,
): Promise<AcquirerOutcome> {
  const booked = await findPayment(options.db, attemptId);
  return booked === undefined ? { outcome: 'never_seen' } : outcomeFrom(booked, options);
}

/** Returns the answer to `authorize`. A payment that was just booked is neither unseen nor abandoned. */
function firstAnswer(booked: BookedPayment, options: SandboxAcquirerOptions): AcquirerAnswer {
  const found = outcomeFrom(booked, options);
  if (found.outcome === 'never_seen' || found.outcome === 'abandoned') {
    throw new Error('The attempt was given up before it was made');
  }
  return found;
}

function outcomeFrom(booked: BookedPayment, options: SandboxAcquirerOptions): AcquirerOutcome {
  const reference = `sandbox-${booked.attempt_id}`;
  if (booked.decided_from > options.now()) return { outcome: 'pending', reference };
  switch (booked.outcome) {
    case 'approved':
      return { outcome: 'approved', reference, rrn: booked.rrn ?? undefined };
    case 'soft_decline':
    case 'hard_decline':
      return {
        outcome: booked.outcome,
        reference,
        message: booked.message ?? 'declined',
        reason: booked.reason ?? 'other',
      };
    case 'challenge':
      return { outcome: 'challenge', reference, url: options.challengeUrl(booked.attempt_id) };
    case 'abandoned':
    case 'never_seen':
      return { outcome: booked.outcome };
  }
}
