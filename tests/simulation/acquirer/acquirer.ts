import { CARD_BRANDS } from '#domain/card/number.ts';
import type { AcquirerAdapter, AdapterDescription } from '#service/acquirers/adapter.ts';
import type { DisputeNotice, Notification } from '#service/acquirers/port.ts';
import { z } from 'zod';
import type { Random } from '../random.ts';
import type { Scheduler } from '../scheduler.ts';
import { Calls } from './calls.ts';
import { SimulatedCards } from './cards.ts';
import { SimulatedDisputes } from './disputes.ts';
import { SimulatedMoneyOut } from './money-out.ts';
import { SimulatedTransfers } from './transfers.ts';

const DESCRIPTION: AdapterDescription = {
  name: 'simulated',
  currencies: ['EUR'],
  paymentSources: ['CARD', 'P2P', 'PIX', 'BLIK', 'CRYPTO'],
  brands: CARD_BRANDS,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    declineReasons: true,
  },
  payouts: true,
  transfers: ['P2P', 'PIX', 'BLIK', 'CRYPTO'],
  refunds: { outcomes: 'asked', everyTerminal: true },
  notifications: true,
  remote: true,
  settings: z.strictObject({}),
  credentials: z.strictObject({}),
};

/** How likely it is that the acquirer decides now what it has open. */
const DECISION = 0.3;

/** An acquirer with its own books, behind a network that fails. */
export class SimulatedAcquirer {
  readonly calls: Calls;
  readonly #random: Random;
  readonly #cards: SimulatedCards;
  readonly #transfers: SimulatedTransfers;
  readonly #moneyOut: SimulatedMoneyOut;
  readonly #disputes: SimulatedDisputes;

  constructor(scheduler: Scheduler, random: Random) {
    this.#random = random;
    this.calls = new Calls(scheduler, random);
    this.#disputes = new SimulatedDisputes(random);
    this.#moneyOut = new SimulatedMoneyOut(this.calls, random);
    this.#transfers = new SimulatedTransfers(this.calls, random);
    this.#cards = new SimulatedCards(this.calls, random, (id) => this.#moneyOut.refundedMinor(id));
  }

  readonly adapter: AcquirerAdapter = {
    describe: () => DESCRIPTION,
    connect: () => ({
      cards: this.#cards.port,
      transfers: this.#transfers.port,
      payouts: this.#moneyOut.payoutPort,
      refunds: this.#moneyOut.refundPort,
      check: () => Promise.resolve('good'),
      readNotification: undefined,
    }),
  };

  get cards() {
    return this.#cards.books;
  }

  get transfers() {
    return this.#transfers.books;
  }

  get payouts() {
    return this.#moneyOut.payouts;
  }

  get refunds() {
    return this.#moneyOut.refunds;
  }

  get disputes() {
    return this.#disputes.books;
  }

  /** What the acquirer was asked to do and must never be. */
  get findings(): readonly string[] {
    return this.#moneyOut.findings;
  }

  /** Lets a payer pay a transfer. @returns the notification about it */
  receive(): Notification | undefined {
    return this.#transfers.receive();
  }

  /** Lets a payer dispute a payment by card, or a dispute go on. @returns the notice about it */
  dispute(atMs: number): DisputeNotice | undefined {
    const taken = [...this.cards].filter(([, { state }]) => state === 'approved');
    const [attemptId, payment] = this.#random.pick(taken) ?? [];
    if (attemptId === undefined || payment === undefined) return undefined;
    return this.#disputes.move({ attemptId, amountMinor: payment.amountMinor }, atMs);
  }

  /** Decides what is open; in the end all of it. @returns the notifications about it */
  decide(all = false): Notification[] {
    const decides = () => all || this.#random.isBelow(DECISION);
    return [...this.#cards.decide(decides), ...this.#moneyOut.decide(decides)];
  }

  /** Everything that it has to tell about. */
  everything(): Notification[] {
    const kinds = [
      ['card', this.cards],
      ['transfer', this.transfers],
      ['payout', this.payouts],
      ['refund', this.refunds],
    ] as const;
    return kinds.flatMap(([kind, books]) =>
      [...books]
        .filter(([, { state }]) => state !== 'never')
        .map(([attemptId]) => ({ kind, attemptId, reported: undefined })),
    );
  }
}
