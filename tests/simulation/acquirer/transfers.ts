import type { Instructions } from '#domain/order/instructions.ts';
import type {
  NewTransfer,
  NotTaken,
  Notification,
  Receipt,
  TransferAcquirer,
  TransferAnswer,
  TransferOutcome,
  TransferSource,
} from '#service/acquirers/port.ts';
import type { Random } from '../random.ts';
import type { Calls } from './calls.ts';

interface TransferBook {
  source: TransferSource | undefined;
  /** Money that arrives counts in any state; `confirmed` and `declined` are of sources without receipts (BLIK). */
  state: 'waiting' | 'confirmed' | 'declined' | 'over' | 'never';
  amountMinor: bigint;
  receipts: Receipt[];
  /** What has arrived on a network and is not confirmed yet (CRYPTO). */
  unconfirmedMinor: bigint;
  orderId: string;
}

const UNKNOWN: Omit<TransferBook, 'receipts'> = {
  source: undefined,
  state: 'never',
  amountMinor: 0n,
  unconfirmedMinor: 0n,
  orderId: '',
};
const MOST_RECEIPTS = 3;
/** Per cent of the amount that a payer sends. The last but one is within the tolerance of CRYPTO. */
const SHARES = [50n, 100n, 100n, 100n, 99n, 120n];

const INSTRUCTIONS: Record<TransferSource, Instructions> = {
  P2P: { kind: 'transfer', holder: 'Shop', account: { kind: 'account', value: '1' } },
  PIX: { kind: 'code', payload: '000201' },
  CRYPTO: {
    kind: 'address',
    network: 'TRON (TRC-20)',
    asset: 'USDT',
    address: 'TXYZ',
    confirmations: { seen: 0, needed: 1 },
  },
  BLIK: { kind: 'confirm', where: 'bank_app' },
  PHONE: { kind: 'confirm', where: 'phone' },
};

export function sumOf({ receipts }: { receipts: readonly Receipt[] }): bigint {
  return receipts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** What the acquirer, and the payer's bank behind it, know of payments by other sources than cards. */
export class SimulatedTransfers {
  readonly books = new Map<string, TransferBook>();
  readonly #calls: Calls;
  readonly #random: Random;
  #receipts = 0;

  constructor(calls: Calls, random: Random) {
    this.#calls = calls;
    this.#random = random;
  }

  readonly port: TransferAcquirer = {
    begin: (attempt, _, signal) =>
      this.#calls.make(`begin ${attempt.id}`, () => this.#begin(attempt), signal),
    findOutcome: ({ id }, _, signal) =>
      this.#calls.make(
        `find ${id}`,
        () => {
          if (!this.books.has(id)) this.books.set(id, { ...UNKNOWN, receipts: [] });
          return this.#outcomeOf(id);
        },
        signal,
      ),
    giveUp: ({ id }, _, signal) =>
      this.#calls.make(
        `give up ${id}`,
        () => {
          const book = this.books.get(id);
          if (book?.state === 'waiting' && sumOf(book) < book.amountMinor) book.state = 'over';
          return this.#outcomeOf(id);
        },
        signal,
      ),
    confirmNotification: ({ id }, _reported, _, signal) =>
      this.#calls.make(`confirm ${id}`, () => this.#outcomeOf(id), signal),
  };

  #begin({ id, orderId, amountMinor, input: { source } }: NewTransfer): TransferAnswer | NotTaken {
    const known = this.books.get(id);
    if (known?.state === 'never') throw new Error('Given up before');
    if (known === undefined) {
      const book = { ...UNKNOWN, source, amountMinor, orderId, receipts: [] };
      if (this.#calls.fails(0.03)) {
        this.books.set(id, book);
        return { outcome: 'not_taken', cause: 'request_refused' };
      }
      const isDeclined = source === 'BLIK' && this.#calls.fails(0.2);
      this.books.set(id, { ...book, state: isDeclined ? 'declined' : 'waiting' });
    }
    const outcome = this.#outcomeOf(id);
    if (outcome.outcome === 'never_seen' || outcome.outcome === 'abandoned')
      throw new Error('Given up before');
    return outcome;
  }

  #outcomeOf(id: string): TransferOutcome {
    const book = this.books.get(id);
    if (book === undefined) throw new Error('Not known yet');
    if (this.#calls.fails(0.02)) throw new Error('It is down');
    const receipts = [...book.receipts];
    const { state, source = 'P2P' } = book;
    if (state === 'never') return { outcome: 'never_seen', receipts };
    if (state === 'confirmed' || sumOf(book) >= book.amountMinor)
      return { outcome: 'approved', reference: id, receipts };
    if (state === 'declined') {
      const decline = { outcome: 'soft_decline', reference: id, reason: 'other' } as const;
      return { ...decline, message: 'No' };
    }
    if (state === 'over') return { outcome: 'abandoned', receipts };
    return { outcome: 'waiting', reference: id, receipts, instructions: INSTRUCTIONS[source] };
  }

  /**
   * A payer confirms or refuses in the bank's app, or sends money: less, all of it, or more; often after the attempt is
   * over. On a network it is seen before it is confirmed.
   *
   * @returns the notification about it
   */
  receive(): Notification | undefined {
    const begun = [...this.books].filter(
      ([, { state, source }]) =>
        state === 'waiting' ||
        (state === 'over' && source !== 'BLIK') ||
        // Refused in the app, and confirmed after all.
        (state === 'declined' && this.#calls.fails(0.02)),
    );
    const late = begun.filter(([, { state }]) => state === 'over');
    const isLate = late.length > 0 && this.#random.isBelow(0.5);
    const [attemptId, book] = this.#random.pick(isLate ? late : begun) ?? [];
    if (attemptId === undefined || book === undefined) return undefined;
    if (book.source === 'BLIK') {
      book.state =
        book.state === 'declined' || this.#random.isBelow(0.75) ? 'confirmed' : 'declined';
    } else if (book.unconfirmedMinor > 0n) {
      this.#take(book, book.unconfirmedMinor);
      book.unconfirmedMinor = 0n;
    } else {
      if (book.receipts.length >= MOST_RECEIPTS) return undefined;
      const sentMinor = (book.amountMinor * (this.#random.pick(SHARES) ?? 100n)) / 100n;
      if (book.source === 'CRYPTO') book.unconfirmedMinor = sentMinor;
      else this.#take(book, sentMinor);
    }
    return { kind: 'transfer', attemptId, reported: undefined };
  }

  #take(book: TransferBook, amountMinor: bigint): void {
    this.#receipts += 1;
    book.receipts.push({ reference: `receipt ${this.#receipts}`, amountMinor });
  }
}
