import {
  ContradictionError,
  type CardAcquirer,
  type NewAttempt,
  type NotTaken,
  type Notification,
  type AcquirerAnswer,
  type AcquirerOutcome,
} from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
import type { Calls } from './calls.ts';

interface CardBook {
  state:
    | 'challenge'
    | 'pending'
    | 'approved'
    | 'declined'
    | 'softly'
    | 'voided'
    | 'never'
    | 'abandoned';
  amountMinor: bigint;
  orderId: string;
}

/** How likely it is that an outcome turns into its opposite when the acquirer decides. */
const REVERSAL = 0.02;

/** What the acquirer knows of payments by card. */
export class SimulatedCards {
  readonly books = new Map<string, CardBook>();
  readonly #calls: Calls;
  readonly #random: Random;
  readonly #refundedMinor: (paymentId: string) => bigint;

  /** @param refundedMinor returns how much of a payment was refunded */
  constructor(calls: Calls, random: Random, refundedMinor: (paymentId: string) => bigint) {
    this.#calls = calls;
    this.#random = random;
    this.#refundedMinor = refundedMinor;
  }

  readonly port: CardAcquirer = {
    authorize: (attempt, _, signal) =>
      this.#calls.make(`authorize ${attempt.id}`, () => this.#authorize(attempt), signal),
    findOutcome: ({ id }, _, signal) =>
      this.#calls.make(
        `find ${id}`,
        () => {
          if (!this.books.has(id))
            this.books.set(id, { state: 'never', amountMinor: 0n, orderId: '' });
          return this.#outcomeOf(id);
        },
        signal,
      ),
    completeChallenge: ({ id }, _returned, _, signal) =>
      this.#calls.make(
        `complete ${id}`,
        () => {
          this.#endChallenge(id, this.#random.isBelow(0.8) ? 'approved' : 'softly');
          return this.#outcomeOf(id);
        },
        signal,
      ),
    giveUp: ({ id }, _, signal) =>
      this.#calls.make(
        `give up ${id}`,
        () => {
          this.#endChallenge(id, 'abandoned');
          return this.#outcomeOf(id);
        },
        signal,
      ),
    void: ({ id }, signal) => this.#calls.make(`void ${id}`, () => this.#void(id), signal),
    confirmNotification: ({ id }, _reported, _, signal) =>
      this.#calls.make(`confirm ${id}`, () => this.#outcomeOf(id), signal),
  };

  #authorize({ id, orderId, amountMinor }: NewAttempt): AcquirerAnswer | NotTaken {
    const known = this.books.get(id);
    if (known?.state === 'never' || known?.state === 'abandoned')
      throw new Error('Given up before');
    if (known === undefined) {
      const state = this.#firstState();
      this.books.set(id, { state, amountMinor, orderId });
      if (state === 'never') return { outcome: 'not_taken', cause: 'request_refused' };
      // It says that it declined, and takes the payment after all.
      if (state === 'pending' && this.#calls.fails(0.25)) {
        return { outcome: 'hard_decline', reference: id, message: 'No', reason: 'other' };
      }
    }
    const outcome = this.#outcomeOf(id);
    if (outcome.outcome === 'never_seen' || outcome.outcome === 'abandoned')
      throw new Error('Given up before');
    return outcome;
  }

  #firstState(): CardBook['state'] {
    const chance = this.#random.next();
    if (chance < 0.03) return 'never';
    if (chance < 0.5) return 'approved';
    if (chance < 0.67) return 'softly';
    if (chance < 0.74) return 'declined';
    return chance < 0.88 ? 'pending' : 'challenge';
  }

  #endChallenge(id: string, state: CardBook['state']): void {
    const book = this.books.get(id);
    if (book?.state === 'challenge') book.state = state;
  }

  #void(id: string): 'voided' | 'too_late' {
    const book = this.books.get(id);
    if (book === undefined || (book.state !== 'approved' && book.state !== 'voided'))
      throw new Error('Nothing to void');
    if (this.#refundedMinor(id) > 0n) return 'too_late';
    book.state = 'voided';
    return 'voided';
  }

  #outcomeOf(id: string): AcquirerOutcome {
    if (this.#calls.fails(0.01)) throw new ContradictionError('It answers about another amount');
    if (this.#calls.fails(0.02)) throw new Error('It is down');
    const state = this.books.get(id)?.state;
    switch (state) {
      case 'approved':
      case 'voided':
        return { outcome: 'approved', reference: id, rrn: undefined };
      case 'declined':
        return { outcome: 'hard_decline', reference: id, message: 'No', reason: 'other' };
      case 'softly':
        return { outcome: 'soft_decline', reference: id, message: 'No', reason: 'limit' };
      case 'pending':
        return { outcome: 'pending', reference: id };
      case 'challenge':
        return { outcome: 'challenge', reference: id, url: `https://bank.example/${id}` };
      case 'abandoned':
        return { outcome: 'abandoned' };
      case 'never':
        return { outcome: 'never_seen' };
      case undefined:
        throw new Error('Not known yet');
    }
  }

  /** Decides payments that are open, and reverses some that it had decided. @returns the notifications about them */
  decide(decides: () => boolean): Notification[] {
    return [...this.books].flatMap(([attemptId, book]) => {
      const isDecided = book.state === 'pending' ? decides() : this.#calls.fails(REVERSAL);
      const next = isDecided ? this.#next(attemptId, book) : undefined;
      if (next === undefined) return [];
      book.state = next;
      return [{ kind: 'card' as const, attemptId, reported: undefined }];
    });
  }

  /** What becomes of a payment: what was declined may be taken after all, and what was approved may not be taken. */
  #next(attemptId: string, { state }: CardBook): CardBook['state'] | undefined {
    if (state === 'pending') return this.#random.isBelow(0.7) ? 'approved' : 'declined';
    if (state === 'declined' || state === 'softly') return 'approved';
    return state === 'approved' && this.#refundedMinor(attemptId) === 0n ? 'declined' : undefined;
  }
}
