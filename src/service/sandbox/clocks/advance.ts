import { setTimeout as sleep } from 'node:timers/promises';
import { PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS, REFUND_ATTEMPTS } from '../../orders/inquiry.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { expirePayins } from '../../payins/expire.ts';
import { inquireDuePayins } from '../../payins/inquire.ts';
import { inquireDuePayouts } from '../../payouts/pay.ts';
import { inquireDueRefunds } from '../../refunds/refund.ts';
import { releaseRetentions } from '../../reconciliation/release-retentions.ts';
import {
  createDelivery,
  type DeliveryOptions,
  type DeliveryOverrides,
  type Dispatcher,
} from '../../webhooks/deliver.ts';
import type { SandboxDb } from '../schema.ts';
import { isCallUnderWay, nextDueAfter, postponeInquiries, stepEnd, type DueWork } from './due.ts';
import type { TestClocks } from './test-clocks.ts';

export interface ClockDeps {
  context: ServiceContext;
  db: SandboxDb;
  clocks: TestClocks;
  deliveries: ClockDeliveries;
  moves: Moves;
}

/** How long one request may move a clock; well below the time limit for its answer. */
const BUDGET_MS = 3_000;

/**
 * Moves a merchant's clock from one due time to the next, and does the work due at each before it continues. Stops
 * at `to`, or when the time budget is used up: repeating the call then continues from there.
 */
export async function advanceClock(deps: ClockDeps, merchantId: string, to: Date): Promise<void> {
  const untilMs = performance.now() + BUDGET_MS;
  const isOver = () => performance.now() > untilMs || deps.deliveries.isStopped();
  const move = deps.moves.move(merchantId, deps.clocks.nowOf(merchantId), () =>
    deps.clocks.inTimeOf(merchantId, () => moveAlong(deps, { merchantId, to, isOver })),
  );
  const answered = await Promise.race([move, sleep(BUDGET_MS, 'over' as const, { ref: false })]);
  if (answered !== 'over') return;
  move.catch((error: unknown) => {
    deps.context.log.error({ err: error }, 'A test clock was not advanced to its target');
  });
}

interface Move {
  merchantId: string;
  to: Date;
  isOver: () => boolean;
}

async function moveAlong(deps: ClockDeps, move: Move): Promise<void> {
  const { clocks, context, db } = deps;
  const { merchantId, to, isOver } = move;
  await untilAnswered(deps, move);
  await doAllDue(deps, merchantId);
  // Webhooks of orders that have just ended, and those that another process is sending, belong to the time before
  // the move.
  await untilAnswered(deps, move);
  const databases = { db: context.db, acquirer: db };
  await postponeInquiries(databases, PAYIN_ATTEMPTS, merchantId);
  await postponeInquiries(databases, PAYOUT_ATTEMPTS, merchantId);
  await postponeInquiries(databases, REFUND_ATTEMPTS, merchantId);
  const began = clocks.nowOf(merchantId);
  let at = began;
  while (at < to && !isOver()) {
    const next = await nextDueAfter(context.db, merchantId, at, began);
    const step = stepFrom(next, at, to);
    // Work that is due already is delayed by another process, or by the limit of deliveries to one host.
    if (step <= at) await sleep(PAUSE_MS);
    at = step;
    clocks.pass(merchantId, at);
    await clocks.save(db, merchantId);
    const due = next.filter((each) => each.due <= at).map(({ work }) => work);
    await doDue(deps, merchantId, due);
    await deps.deliveries.of(merchantId).settle();
  }
  await doAllDue(deps, merchantId);
}

/**
 * Returns the end of the minute in which the next work is due, at most `to`; `from` if that minute is in the past.
 */
function stepFrom(next: readonly { due: Date }[], from: Date, to: Date): Date {
  const ends = next.map(({ due }) => stepEnd(due).getTime());
  return new Date(Math.max(from.getTime(), Math.min(to.getTime(), ...ends)));
}

const PAUSE_MS = 20;

/**
 * Waits until no call to an acquirer is in progress and no webhook is being sent. Otherwise, status inquiries would
 * overtake the call and it would seem never made; and the webhook would be sent again at another time.
 */
async function untilAnswered(deps: ClockDeps, { merchantId, isOver }: Move): Promise<void> {
  const { clocks, context, deliveries } = deps;
  for (;;) {
    await deliveries.of(merchantId).settle();
    const now = clocks.nowOf(merchantId);
    if (isOver() || !(await isCallUnderWay(context.db, merchantId, now))) return;
    await sleep(PAUSE_MS);
  }
}

/** Does a batch of a merchant's due work. @returns the size of the batch */
type Work = (context: ServiceContext, merchantId: string) => Promise<number>;

/** The kinds of work, in the order for work that is due at the same time. */
const WORK: readonly { kind: DueWork; work: Work }[] = [
  { kind: 'release', work: releaseRetentions },
  { kind: 'expiry', work: expirePayins },
  { kind: 'payin inquiry', work: inquireDuePayins },
  { kind: 'payout inquiry', work: inquireDuePayouts },
  { kind: 'refund inquiry', work: inquireDueRefunds },
];

/** The smallest batch limit of any kind of work. A smaller batch means that nothing due is left. */
const LEAST_AT_ONCE = 20;

/** Does all due work of these kinds for a merchant's orders. */
async function doDue(
  { context }: ClockDeps,
  merchantId: string,
  kinds: readonly DueWork[],
): Promise<void> {
  for (const { kind, work } of WORK) {
    if (!kinds.includes(kind)) continue;
    while ((await work(context, merchantId)) >= LEAST_AT_ONCE);
  }
}

/** Does all due work of a merchant and sends the webhooks that result. */
export async function doAllDue(deps: ClockDeps, merchantId: string): Promise<void> {
  await doDue(
    deps,
    merchantId,
    WORK.map(({ kind }) => kind),
  );
  // An answer may have left an order open after its waiting time: expire it now.
  await doDue(deps, merchantId, ['expiry']);
  await deps.deliveries.of(merchantId).settle();
}

/** The merchants whose clocks this process is moving. Only the move then does their due work. */
export interface Moves {
  isMoving: (merchantId: string) => boolean;
  /** Returns the clock's time when the current move began. */
  beganAt: (merchantId: string) => Date | undefined;
  /** Runs a move after all work started earlier for the merchant. */
  move: (merchantId: string, from: Date, work: () => Promise<void>) => Promise<void>;
  /** Runs work that a move must wait for. Does nothing during a move. */
  unlessMoving: (merchantId: string, work: () => Promise<void>) => Promise<void>;
}

export function createMoves(): Moves {
  /** Each merchant's current and waiting moves, as the clock's time before each one. */
  const moving = new Map<string, Date[]>();
  const last = new Map<string, Promise<void>>();

  async function queueForMerchant(merchantId: string, work: () => Promise<void>): Promise<void> {
    const before = last.get(merchantId) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(work);
    last.set(merchantId, done);
    try {
      await done;
    } finally {
      if (last.get(merchantId) === done) last.delete(merchantId);
    }
  }

  const isMoving = (merchantId: string) => moving.has(merchantId);
  return {
    isMoving,
    beganAt: (merchantId) => moving.get(merchantId)?.[0],
    async move(merchantId, from, work) {
      const moves = moving.get(merchantId) ?? [];
      moving.set(merchantId, moves);
      moves.push(from);
      try {
        await queueForMerchant(merchantId, work);
      } finally {
        moves.shift();
        if (moves.length === 0) moving.delete(merchantId);
      }
    },
    async unlessMoving(merchantId, work) {
      if (!isMoving(merchantId)) await queueForMerchant(merchantId, work);
    },
  };
}

/** Sends the webhooks of merchants whose clocks were moved, at each merchant's own time. */
export interface ClockDeliveries {
  of: (merchantId: string) => Dispatcher;
  isStopped: () => boolean;
  stop: () => Promise<void>;
}

export function createClockDeliveries(
  parts: Omit<DeliveryOptions, 'now' | 'signingTime' | 'merchant'>,
  { clocks, moves }: { clocks: TestClocks; moves: Moves },
  overrides: DeliveryOverrides | undefined,
): ClockDeliveries {
  const dispatchers = new Map<string, Dispatcher>();
  let stopped = false;

  function create(id: string): Dispatcher {
    const now = () => clocks.nowOf(id);
    const options: DeliveryOptions = {
      ...parts,
      now,
      signingTime: clocks.realNow,
      merchant: { id, reclaimLeasesEndingBy: () => moves.beganAt(id) ?? now() },
    };
    const dispatcher = createDelivery(options, overrides);
    dispatchers.set(id, dispatcher);
    return dispatcher;
  }

  return {
    isStopped: () => stopped,
    of: (merchantId) => dispatchers.get(merchantId) ?? create(merchantId),
    async stop() {
      stopped = true;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    },
  };
}
