import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import type { CardAttempt, CardProvider, ProviderAnswer } from '../provider.ts';
import { bookPayment, findPayment, type BookedPayment } from './books.ts';
import { behaviourOf, type CardBehaviour } from './cards.ts';

export interface SandboxAcquirerOptions {
  db: Kysely<Tables>;
  now: () => Date;
  /** Between booking a payment and answering, as a slow acquirer would. */
  delayMs: number;
  down: boolean;
  challengeUrl: (attemptId: string) => string;
}

/**
 * The embedded acquirer: plays the outside world. It keeps books of its own, apart from the orders',
 * and answers by attempt id; so it can know of money that the service, killed in between, does not.
 */
export function createSandboxAcquirer(options: SandboxAcquirerOptions): CardProvider {
  return {
    async authorize(attempt, signal) {
      refuseWhenDown(options);
      const behaviour = behaviourOf(attempt.card.reveal().number);
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const booked = paymentFor(attempt, behaviour, options.now());
      if (!(await bookPayment(options.db, booked))) throw new Error('The attempt id is taken');
      if (behaviour.does === 'approve_silently') return neverAnswer(signal);
      await sleep(options.delayMs, undefined, { signal });
      return answerFrom(booked, options);
    },

    async findOutcome(attemptId) {
      refuseWhenDown(options);
      // Booking the id first makes "never seen" true for good: a request still on the way finds it taken.
      await bookPayment(options.db, neverSeen(attemptId, options.now()));
      const booked = await findPayment(options.db, attemptId);
      return booked === undefined || booked.outcome === 'never_seen'
        ? { outcome: 'never_seen' }
        : answerFrom(booked, options);
    },
  };
}

function refuseWhenDown({ down }: SandboxAcquirerOptions): void {
  if (down) throw new Error('The acquirer is down');
}

function paymentFor(attempt: CardAttempt, behaviour: CardBehaviour, now: Date): BookedPayment {
  const laterMs = behaviour.does === 'approve_later' ? behaviour.afterMs : 0;
  return {
    attempt_id: attempt.id,
    outcome: bookedOutcome(behaviour),
    message: behaviour.does === 'decline' ? behaviour.message : null,
    rrn: String(randomInt(10 ** 11, 10 ** 12)),
    decided_from: new Date(now.getTime() + laterMs),
    created_at: now,
  };
}

function bookedOutcome(behaviour: CardBehaviour): string {
  if (behaviour.does === 'decline') return behaviour.hardness;
  return behaviour.does === 'challenge' ? 'challenge' : 'approved';
}

function neverSeen(attemptId: string, now: Date): BookedPayment {
  return {
    attempt_id: attemptId,
    outcome: 'never_seen',
    message: null,
    rrn: null,
    decided_from: now,
    created_at: now,
  };
}

function answerFrom(booked: BookedPayment, options: SandboxAcquirerOptions): ProviderAnswer {
  const reference = `sandbox-${booked.attempt_id}`;
  if (booked.decided_from > options.now()) return { outcome: 'pending', reference };
  switch (booked.outcome) {
    case 'approved':
      return { outcome: 'approved', reference, rrn: booked.rrn ?? undefined };
    case 'soft_decline':
    case 'hard_decline':
      return { outcome: booked.outcome, reference, message: booked.message ?? 'declined' };
    case 'challenge':
      return { outcome: 'challenge', reference, url: options.challengeUrl(booked.attempt_id) };
    default:
      throw new Error(`The sandbox acquirer's books hold an unknown outcome: ${booked.outcome}`);
  }
}

/** Only the caller's own deadline ends this. */
async function neverAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('No answer'));
    });
  });
}
