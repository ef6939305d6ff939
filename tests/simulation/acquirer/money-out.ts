import type {
  Notification,
  PayoutAcquirer,
  RefundAcquirer,
  RefundedPayment,
} from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
import type { Calls } from './calls.ts';

interface MoneyOutBook {
  state: 'pending' | 'made' | 'refused' | 'never';
  amountMinor: bigint;
  /** The attempt of the payment that a refund gives back. */
  paymentId: string | undefined;
}

/** What the acquirer knows of payouts and refunds. */
export class SimulatedMoneyOut {
  readonly payouts = new Map<string, MoneyOutBook>();
  readonly refunds = new Map<string, MoneyOutBook>();
  /** What the acquirer was asked to do and must never be. */
  readonly findings: string[] = [];
  readonly #calls: Calls;
  readonly #random: Random;

  constructor(calls: Calls, random: Random) {
    this.#calls = calls;
    this.#random = random;
  }

  readonly payoutPort: PayoutAcquirer = {
    pay: ({ id, amountMinor }, signal) =>
      this.#calls.make(
        `pay ${id}`,
        () => {
          const state = this.#make(this.payouts, id, amountMinor, undefined);
          return state === 'never'
            ? ({ outcome: 'not_taken', cause: 'request_refused' } as const)
            : this.#answerOf(id, state, 'paid');
        },
        signal,
      ),
    findOutcome: ({ id }, signal) =>
      this.#calls.make(
        `find ${id}`,
        () => {
          const state = this.#find(this.payouts, id);
          return state === 'never'
            ? ({ outcome: 'never_seen' } as const)
            : this.#answerOf(id, state, 'paid');
        },
        signal,
      ),
  };

  readonly refundPort: RefundAcquirer = {
    refund: ({ id, payment, amountMinor }, _, signal) =>
      this.#calls.make(
        `refund ${id}`,
        () => {
          const state = this.#make(this.refunds, id, amountMinor, payment);
          return state === 'never'
            ? ({ outcome: 'not_taken', cause: 'request_refused' } as const)
            : this.#answerOf(id, state, 'refunded');
        },
        signal,
      ),
    findOutcome: ({ id }, _reported, _, signal) =>
      this.#calls.make(
        `find ${id}`,
        () => {
          const state = this.#find(this.refunds, id);
          return state === 'never'
            ? ({ outcome: 'never_seen' } as const)
            : this.#answerOf(id, state, 'refunded');
        },
        signal,
      ),
  };

  /** What was given back of a payment, or will be. */
  refundedMinor(paymentId: string): bigint {
    return [...this.refunds.values()]
      .filter((book) => book.paymentId === paymentId && ['made', 'pending'].includes(book.state))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  }

  #make(
    books: Map<string, MoneyOutBook>,
    id: string,
    amountMinor: bigint,
    payment: RefundedPayment | undefined,
  ): MoneyOutBook['state'] {
    const known = books.get(id);
    if (known !== undefined) {
      if (known.state !== 'never' && known.amountMinor !== amountMinor)
        this.findings.push(`${id} was asked for again with another amount`);
      return known.state;
    }
    const state = this.#firstState();
    books.set(id, { state, amountMinor, paymentId: payment?.id });
    if (payment !== undefined && this.refundedMinor(payment.id) > payment.amountMinor)
      this.findings.push(`more than the payment ${payment.id} was refunded`);
    return state;
  }

  #firstState(): MoneyOutBook['state'] {
    const chance = this.#random.next();
    if (chance < 0.6) return 'made';
    if (chance < 0.75) return 'refused';
    return chance < 0.96 ? 'pending' : 'never';
  }

  #find(books: Map<string, MoneyOutBook>, id: string): MoneyOutBook['state'] {
    const known = books.get(id);
    if (known === undefined)
      books.set(id, { state: 'never', amountMinor: 0n, paymentId: undefined });
    return known?.state ?? 'never';
  }

  #answerOf<Made extends string>(
    id: string,
    state: Exclude<MoneyOutBook['state'], 'never'>,
    made: Made,
  ) {
    if (this.#calls.fails(0.02)) throw new Error('It is down');
    if (state === 'made') return { outcome: made, reference: id } as const;
    if (state === 'refused') return { outcome: 'refused', reference: id, message: 'No' } as const;
    return { outcome: 'pending', reference: id } as const;
  }

  /** Decides what is open. @returns the notifications about it */
  decide(decides: () => boolean): Notification[] {
    const kinds = [
      ['payout', this.payouts],
      ['refund', this.refunds],
    ] as const;
    return kinds.flatMap(([kind, books]) =>
      [...books].flatMap(([attemptId, book]) => {
        if (book.state !== 'pending' || !decides()) return [];
        book.state = this.#random.isBelow(0.7) ? 'made' : 'refused';
        return [{ kind, attemptId, reported: undefined }];
      }),
    );
  }
}
