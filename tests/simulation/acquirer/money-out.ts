import type {
  Notification,
  PayoutAcquirer,
  RefundAcquirer,
  RefundedPayment,
} from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
import type { Calls } from './calls.ts';

interface MoneyOutBook {
  /** `returned`: it was made, and its money came back. */
  state: 'pending' | 'made' | 'refused' | 'returned' | 'never';
  amountMinor: bigint;
  /** What a refund gives back. */
  payment: Pick<RefundedPayment, 'id' | 'amountMinor'> | undefined;
  /** Whether it was made after it had been refused. */
  isMadeLate?: boolean;
}

/** How likely it is that an outcome turns into its opposite when the acquirer decides. */
const REVERSAL = 0.1;

/** The states of a refund that take from what is left of its payment. */
const TAKES: ReadonlySet<MoneyOutBook['state']> = new Set(['made', 'pending']);

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
      .filter(({ payment, state }) => payment?.id === paymentId && TAKES.has(state))
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
    const isBeyond = payment !== undefined && this.#leftOf(payment) < amountMinor;
    if (isBeyond && !this.#hasMadeLate(payment.id))
      this.findings.push(`more than the payment ${payment.id} was to be refunded`);
    const state = isBeyond ? 'refused' : this.#firstState();
    books.set(id, { state, amountMinor, payment });
    return state;
  }

  #leftOf({ id, amountMinor }: Pick<RefundedPayment, 'id' | 'amountMinor'>): bigint {
    return amountMinor - this.refundedMinor(id);
  }

  /** Whether a refund of the payment was made late, so that others may ask for what is no longer left. */
  #hasMadeLate(paymentId: string): boolean {
    return [...this.refunds.values()].some(
      ({ payment, isMadeLate }) => payment?.id === paymentId && isMadeLate === true,
    );
  }

  #firstState(): MoneyOutBook['state'] {
    const chance = this.#random.next();
    if (chance < 0.6) return 'made';
    if (chance < 0.75) return 'refused';
    return chance < 0.96 ? 'pending' : 'never';
  }

  #find(books: Map<string, MoneyOutBook>, id: string): MoneyOutBook['state'] {
    const known = books.get(id);
    if (known === undefined) books.set(id, { state: 'never', amountMinor: 0n, payment: undefined });
    return known?.state ?? 'never';
  }

  #answerOf<Made extends string>(
    id: string,
    state: Exclude<MoneyOutBook['state'], 'never'>,
    made: Made,
  ) {
    if (this.#calls.fails(0.02)) throw new Error('It is down');
    if (state === 'made') return { outcome: made, reference: id } as const;
    if (state === 'refused' || state === 'returned')
      return { outcome: 'refused', reference: id, message: 'No' } as const;
    return { outcome: 'pending', reference: id } as const;
  }

  /** Decides what is open, and reverses some of what it had decided. @returns the notifications about it */
  decide(decides: () => boolean): Notification[] {
    const kinds = [
      ['payout', this.payouts],
      ['refund', this.refunds],
    ] as const;
    return kinds.flatMap(([kind, books]) =>
      [...books].flatMap(([attemptId, book]) => {
        const isDecided = book.state === 'pending' ? decides() : this.#calls.fails(REVERSAL);
        const next = isDecided ? this.#next(book) : undefined;
        if (next === undefined) return [];
        if (next === 'made') book.isMadeLate = book.state === 'refused';
        book.state = next;
        return [{ kind, attemptId, reported: undefined }];
      }),
    );
  }

  /** What becomes of a payout or refund: what was refused may be made, and the money of what was made may come back. */
  #next({ state, payment, amountMinor }: MoneyOutBook): MoneyOutBook['state'] | undefined {
    if (state === 'pending') return this.#random.isBelow(0.5) ? 'made' : 'refused';
    if (state === 'made') return 'returned';
    const isLeft = payment === undefined || this.#leftOf(payment) >= amountMinor;
    return state === 'refused' && isLeft ? 'made' : undefined;
  }
}
