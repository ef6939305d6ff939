import { CARD_BRANDS } from '#domain/card/number.ts';
import type { AcquirerAdapter, AdapterDescription } from '#service/acquirers/adapter.ts';
import {
  ContradictionError,
  type Acquirer,
  type Notification,
  type PayoutAcquirerOutcome,
  type AcquirerOutcome,
  type RefundAcquirerOutcome,
  type TransferOutcome,
} from '#service/acquirers/port.ts';
import { z } from 'zod';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

export interface CardBook {
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
export interface TransferBook {
  state: 'waiting' | 'over' | 'never';
  amountMinor: bigint;
  receipts: { reference: string; amountMinor: bigint }[];
  orderId: string;
}
export interface MoneyOutBook {
  state: 'pending' | 'made' | 'refused' | 'never';
  amountMinor: bigint;
  /** The attempt of the payment that a refund gives back. */
  paymentId: string | undefined;
}

/** What happened outside, and the faults of the way there, counted. */
export interface Figures {
  lost: number;
  doubled: number;
  late: number;
}

/** How likely each fault of a call is. */
const FAULT = 0.06;
const LATEST_MS = 40_000;

const DESCRIPTION: AdapterDescription = {
  name: 'simulated',
  currencies: ['EUR'],
  paymentSources: ['CARD', 'P2P'],
  brands: CARD_BRANDS,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    voids: true,
    declineReasons: true,
  },
  payouts: true,
  transfers: ['P2P'],
  refunds: { outcomes: 'asked', everyTerminal: true },
  notifications: true,
  remote: true,
  settings: z.strictObject({}),
  credentials: z.strictObject({}),
};

/** An acquirer with its own books, which a network that loses, doubles and delays messages lies before. */
export class SimulatedAcquirer {
  readonly cards = new Map<string, CardBook>();
  readonly transfers = new Map<string, TransferBook>();
  readonly payouts = new Map<string, MoneyOutBook>();
  readonly refunds = new Map<string, MoneyOutBook>();
  readonly figures: Figures = { lost: 0, doubled: 0, late: 0 };
  /** What the acquirer did that it must never be asked to do. */
  readonly findings: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  #receipts = 0;
  /** Whether messages arrive and answers are prompt and true. */
  isHealed = false;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  readonly adapter: AcquirerAdapter = {
    describe: () => DESCRIPTION,
    connect: () => this.#acquirer(),
  };

  /** Makes a call: what the acquirer does, and its answer, are steps of their own. */
  #call<T>(label: string, act: () => T, signal: AbortSignal): Promise<T> {
    const fate = this.isHealed ? 1 : this.#random.next();
    const scheduler = this.#scheduler;
    return new Promise<T>((resolve, reject) => {
      const break_ = () => {
        this.figures.lost += 1;
        scheduler.when(`${label} breaks`, () => {
          reject(new Error('The connection broke'));
        });
      };
      const life = scheduler.life();
      const inLife = (go: () => void) => {
        if (life === undefined) go();
        else if (!life.isOver) scheduler.in(life, go);
      };
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      if (fate < FAULT) {
        break_();
        return;
      }
      const arrive = () => {
        let answered: { value: T } | { error: Error };
        try {
          answered = { value: act() };
          if (fate > FAULT && fate < 2 * FAULT) {
            this.figures.doubled += 1;
            answered = { value: act() };
          }
        } catch (error) {
          answered = { error: error instanceof Error ? error : new Error('It broke') };
        }
        inLife(() => {
          if (fate > 2 * FAULT && fate < 3 * FAULT) {
            break_();
            return;
          }
          scheduler.when(`${label} answered`, () => {
            if ('value' in answered) resolve(answered.value);
            else reject(answered.error);
          });
        });
      };
      if (fate > 3 * FAULT && fate < 4 * FAULT) {
        this.figures.late += 1;
        scheduler.outside(() => scheduler.after(this.#random.below(LATEST_MS), arrive));
      } else
        scheduler.outside(() => {
          scheduler.when(label, arrive);
        });
    });
  }

  #acquirer(): Acquirer {
    const card = (id: string) => this.#cardOutcome(id);
    return {
      cards: {
        authorize: (attempt, _, signal) =>
          this.#call(`authorize ${attempt.id}`, () => this.#authorize(attempt), signal),
        findOutcome: ({ id }, _, signal) =>
          this.#call(
            `find ${id}`,
            () => {
              if (!this.cards.has(id))
                this.cards.set(id, { state: 'never', amountMinor: 0n, orderId: '' });
              return card(id);
            },
            signal,
          ),
        completeChallenge: ({ id }, _returned, _, signal) =>
          this.#call(
            `complete ${id}`,
            () => {
              const book = this.cards.get(id);
              if (book?.state === 'challenge')
                book.state = this.#random.isBelow(0.8) ? 'approved' : 'softly';
              return card(id);
            },
            signal,
          ),
        giveUpChallenge: ({ id }, _, signal) =>
          this.#call(
            `give up ${id}`,
            () => {
              const book = this.cards.get(id);
              if (book?.state === 'challenge') book.state = 'abandoned';
              return card(id);
            },
            signal,
          ),
        void: ({ id }, signal) =>
          this.#call(
            `void ${id}`,
            () => {
              const book = this.cards.get(id);
              if (book === undefined || (book.state !== 'approved' && book.state !== 'voided'))
                throw new Error('Nothing to void');
              if (this.#refunded(id) > 0n) return 'too_late' as const;
              book.state = 'voided';
              return 'voided' as const;
            },
            signal,
          ),
        confirmNotification: ({ id }, _reported, _, signal) =>
          this.#call(`confirm ${id}`, () => card(id), signal),
      },
      transfers: {
        begin: (attempt, _, signal) =>
          this.#call(
            `begin ${attempt.id}`,
            () => {
              const known = this.transfers.get(attempt.id);
              if (known?.state === 'never') throw new Error('Given up before');
              if (known === undefined) {
                if (this.#fails(0.03)) {
                  this.transfers.set(attempt.id, {
                    state: 'never',
                    amountMinor: 0n,
                    receipts: [],
                    orderId: attempt.orderId,
                  });
                  return { outcome: 'not_taken', cause: 'request_refused' } as const;
                }
                this.transfers.set(attempt.id, {
                  state: 'waiting',
                  amountMinor: attempt.amountMinor,
                  receipts: [],
                  orderId: attempt.orderId,
                });
              }
              const outcome = this.#transferOutcome(attempt.id);
              if (outcome.outcome === 'never_seen' || outcome.outcome === 'abandoned')
                throw new Error('Given up before');
              return outcome;
            },
            signal,
          ),
        findOutcome: ({ id }, _, signal) =>
          this.#call(
            `find ${id}`,
            () => {
              if (!this.transfers.has(id))
                this.transfers.set(id, {
                  state: 'never',
                  amountMinor: 0n,
                  receipts: [],
                  orderId: '',
                });
              return this.#transferOutcome(id);
            },
            signal,
          ),
        giveUp: ({ id }, _, signal) =>
          this.#call(
            `give up ${id}`,
            () => {
              const book = this.transfers.get(id);
              if (book?.state === 'waiting' && sumOf(book) < book.amountMinor) book.state = 'over';
              return this.#transferOutcome(id);
            },
            signal,
          ),
        confirmNotification: ({ id }, _reported, _, signal) =>
          this.#call(`confirm ${id}`, () => this.#transferOutcome(id), signal),
      },
      payouts: {
        pay: (attempt, signal) =>
          this.#call(
            `pay ${attempt.id}`,
            () => {
              const state = this.#moneyOut(
                this.payouts,
                attempt.id,
                attempt.amountMinor,
                undefined,
              );
              return state === 'never'
                ? ({ outcome: 'not_taken', cause: 'request_refused' } as const)
                : this.#answerOf(attempt.id, state, 'paid');
            },
            signal,
          ),
        findOutcome: ({ id }, signal) =>
          this.#call(
            `find ${id}`,
            (): PayoutAcquirerOutcome => {
              const state = this.#found(this.payouts, id);
              return state === 'never'
                ? { outcome: 'never_seen' }
                : this.#answerOf(id, state, 'paid');
            },
            signal,
          ),
      },
      refunds: {
        refund: ({ id, payment, amountMinor }, _, signal) =>
          this.#call(
            `refund ${id}`,
            () => {
              const state = this.#moneyOut(this.refunds, id, amountMinor, payment);
              return state === 'never'
                ? ({ outcome: 'not_taken', cause: 'request_refused' } as const)
                : this.#answerOf(id, state, 'refunded');
            },
            signal,
          ),
        findOutcome: ({ id }, _reported, _, signal) =>
          this.#call(
            `find ${id}`,
            (): RefundAcquirerOutcome => {
              const state = this.#found(this.refunds, id);
              return state === 'never'
                ? { outcome: 'never_seen' }
                : this.#answerOf(id, state, 'refunded');
            },
            signal,
          ),
      },
      check: () => Promise.resolve('good'),
      readNotification: undefined,
    };
  }

  #fails(probability: number): boolean {
    return !this.isHealed && this.#random.isBelow(probability);
  }

  #authorize({ id, orderId, amountMinor }: { id: string; orderId: string; amountMinor: bigint }) {
    const known = this.cards.get(id);
    if (known?.state === 'never' || known?.state === 'abandoned')
      throw new Error('Given up before');
    if (known === undefined) {
      const chance = this.#random.next();
      if (chance < 0.03) {
        this.cards.set(id, { state: 'never', amountMinor, orderId });
        return { outcome: 'not_taken', cause: 'request_refused' } as const;
      }
      const state =
        chance < 0.6
          ? 'approved'
          : chance < 0.7
            ? 'softly'
            : chance < 0.77
              ? 'declined'
              : chance < 0.88
                ? 'pending'
                : 'challenge';
      this.cards.set(id, { state, amountMinor, orderId });
      // It says that it declined, and takes the payment after all.
      if (state === 'pending' && this.#fails(0.25)) {
        return { outcome: 'hard_decline', reference: id, message: 'No', reason: 'other' } as const;
      }
    }
    const outcome = this.#cardOutcome(id);
    if (outcome.outcome === 'never_seen' || outcome.outcome === 'abandoned')
      throw new Error('Given up before');
    return outcome;
  }

  #cardOutcome(id: string): AcquirerOutcome {
    if (this.#fails(0.01)) throw new ContradictionError('It answers about another amount');
    if (this.#fails(0.02)) throw new Error('It is down');
    const state = this.cards.get(id)?.state;
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

  #transferOutcome(id: string): TransferOutcome {
    const book = this.transfers.get(id);
    if (book === undefined) throw new Error('Not known yet');
    if (this.#fails(0.02)) throw new Error('It is down');
    const receipts = [...book.receipts];
    if (book.state === 'never') return { outcome: 'never_seen', receipts };
    if (sumOf(book) >= book.amountMinor) return { outcome: 'approved', reference: id, receipts };
    if (book.state === 'over') return { outcome: 'abandoned', receipts };
    return {
      outcome: 'waiting',
      reference: id,
      receipts,
      instructions: { kind: 'transfer', holder: 'Shop', account: { kind: 'account', value: '1' } },
    };
  }

  #moneyOut(
    books: Map<string, MoneyOutBook>,
    id: string,
    amountMinor: bigint,
    payment: { id: string; amountMinor: bigint } | undefined,
  ): MoneyOutBook['state'] {
    const known = books.get(id);
    if (known !== undefined) {
      if (known.amountMinor !== amountMinor)
        this.findings.push(`${id} was asked for again with another amount`);
      return known.state;
    }
    const chance = this.#random.next();
    const state =
      chance < 0.6 ? 'made' : chance < 0.75 ? 'refused' : chance < 0.96 ? 'pending' : 'never';
    books.set(id, { state, amountMinor, paymentId: payment?.id });
    if (payment !== undefined && this.#refunded(payment.id) > payment.amountMinor) {
      this.findings.push(`more than the payment ${payment.id} was refunded`);
    }
    return state;
  }

  #found(books: Map<string, MoneyOutBook>, id: string): MoneyOutBook['state'] {
    const known = books.get(id);
    if (known === undefined)
      books.set(id, { state: 'never', amountMinor: 0n, paymentId: undefined });
    return known?.state ?? 'never';
  }

  #answerOf<Made extends string>(id: string, state: MoneyOutBook['state'], made: Made) {
    if (this.#fails(0.02)) throw new Error('It is down');
    if (state === 'made') return { outcome: made, reference: id } as const;
    if (state === 'refused') return { outcome: 'refused', reference: id, message: 'No' } as const;
    return { outcome: 'pending', reference: id } as const;
  }

  /** What was given back of a payment, or will be. */
  #refunded(paymentId: string): bigint {
    return [...this.refunds.values()]
      .filter(
        (book) =>
          book.paymentId === paymentId && (book.state === 'made' || book.state === 'pending'),
      )
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  }

  /** The acquirer decides what it has open; in the end all of it. @returns the notifications about it */
  decide(all = false): Notification[] {
    const notifications: Notification[] = [];
    const decides = () => all || this.#random.isBelow(0.3);
    for (const [id, book] of this.cards) {
      if (book.state !== 'pending' || !decides()) continue;
      book.state = this.#random.isBelow(0.7) ? 'approved' : 'declined';
      notifications.push({ kind: 'card', attemptId: id, reported: undefined });
    }
    for (const [kind, books] of [
      ['payout', this.payouts],
      ['refund', this.refunds],
    ] as const) {
      for (const [id, book] of books) {
        if (book.state !== 'pending' || !decides()) continue;
        book.state = this.#random.isBelow(0.7) ? 'made' : 'refused';
        notifications.push({ kind, attemptId: id, reported: undefined });
      }
    }
    return notifications;
  }

  /** A payer's bank sends money for a transfer: less, all of it, or more. @returns the notification about it */
  receive(): Notification | undefined {
    const [id, book] =
      this.#random.pick([...this.transfers].filter(([, { state }]) => state !== 'never')) ?? [];
    if (id === undefined || book === undefined || book.receipts.length > 3) return undefined;
    const share = this.#random.pick([50n, 100n, 100n, 100n, 120n]) ?? 100n;
    this.#receipts += 1;
    book.receipts.push({
      reference: `receipt ${this.#receipts}`,
      amountMinor: (book.amountMinor * share) / 100n,
    });
    return { kind: 'transfer', attemptId: id, reported: undefined };
  }

  /** Everything that it has to tell about. */
  everything(): Notification[] {
    const of = (kind: Notification['kind'], books: Map<string, { state: string }>) =>
      [...books]
        .filter(([, { state }]) => state !== 'never')
        .map(([attemptId]) => ({ kind, attemptId, reported: undefined }));
    return [
      ...of('card', this.cards),
      ...of('transfer', this.transfers),
      ...of('payout', this.payouts),
      ...of('refund', this.refunds),
    ];
  }
}

export function sumOf({ receipts }: Pick<TransferBook, 'receipts'>): bigint {
  return receipts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}
