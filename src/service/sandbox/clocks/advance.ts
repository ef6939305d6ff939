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
import { isCallUnderWay, nextDueAfter, postponeQueries, stepEnd, type DueWork } from './due.ts';
import type { TestClocks } from './test-clocks.ts';

export interface ClockDeps {
  context: ServiceContext;
  db: SandboxDb;
  clocks: TestClocks;
  deliveries: ClockDeliveries;
  moves: Moves;
}

/** Well under the time that a request has for its answer. */
const BUDGET_MS = 3_000;

/**
 * Moves a merchant's clock from one due time to the next, and at each does what is due before it goes on.
 * It ends at `to`, or wherever its time is up: then the same call goes on from there.
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
  // Webhooks of what has just ended, and those that another process is sending, are of the time before.
  await untilAnswered(deps, move);
  const databases = { db: context.db, acquirer: db };
  await postponeQueries(databases, PAYIN_ATTEMPTS, merchantId);
  await postponeQueries(databases, PAYOUT_ATTEMPTS, merchantId);
  await postponeQueries(databases, REFUND_ATTEMPTS, merchantId);
  const began = clocks.nowOf(merchantId);
  let at = began;
  while (at < to && !isOver()) {
    const next = await nextDueAfter(context.db, merchantId, at, began);
    const step = stepFrom(next, at, to);
    // Something that is due already is held up, by another process or by a host that is busy.
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

/** To the end of the minute that something is next due in; `from` where that is past. */
function stepFrom(next: readonly { due: Date }[], from: Date, to: Date): Date {
  const ends = next.map(({ due }) => stepEnd(due).getTime());
  return new Date(Math.max(from.getTime(), Math.min(to.getTime(), ...ends)));
}

const PAUSE_MS = 20;

/**
 * A call that is under way would otherwise come after status inquiries about it, and be taken for never made; and a
 * webhook that is being sent would be sent again at another time.
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

/** Takes what is due of a merchant. @returns how much there was */
type Work = (context: ServiceContext, merchantId: string) => Promise<number>;

/** In the order in which they are done where they are due together. */
const WORK: readonly { kind: DueWork; work: Work }[] = [
  { kind: 'release', work: releaseRetentions },
  { kind: 'expiry', work: expirePayins },
  { kind: 'payin query', work: inquireDuePayins },
  { kind: 'payout query', work: inquireDuePayouts },
  { kind: 'refund query', work: inquireDueRefunds },
];

/** No kind of work takes fewer at once where more are due: after less than that nothing is left. */
const LEAST_AT_ONCE = 20;

/** Does all of these kinds that is due to a merchant's orders. */
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

/** Does everything that is due to a merchant, and sends the webhooks of it. */
export async function doAllDue(deps: ClockDeps, merchantId: string): Promise<void> {
  await doDue(
    deps,
    merchantId,
    WORK.map(({ kind }) => kind),
  );
  // An answer may have left an order open after its waiting time.
  await doDue(deps, merchantId, ['expiry']);
  await deps.deliveries.of(merchantId).settle();
}

/** Whose clock is being moved by this process: what is due to them is then done by the move alone. */
export interface Moves {
  isMoving: (merchantId: string) => boolean;
  /** What the clock showed when the move began that is under way. */
  beganAt: (merchantId: string) => Date | undefined;
  /** Has a move made after all that was begun before for the merchant. */
  move: (merchantId: string, from: Date, work: () => Promise<void>) => Promise<void>;
  /** Does work that a move would have to wait for; nothing while one is under way. */
  unlessMoving: (merchantId: string, work: () => Promise<void>) => Promise<void>;
}

export function createMoves(): Moves {
  /** The moves of each merchant that are under way or wait for their turn, by what the clock showed before. */
  const moving = new Map<string, Date[]>();
  const last = new Map<string, Promise<void>>();

  async function inTurn(merchantId: string, work: () => Promise<void>): Promise<void> {
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
        await inTurn(merchantId, work);
      } finally {
        moves.shift();
        if (moves.length === 0) moving.delete(merchantId);
      }
    },
    async unlessMoving(merchantId, work) {
      if (!isMoving(merchantId)) await inTurn(merchantId, work);
    },
  };
}

/** Sends the webhooks of merchants whose clocks were moved, each by the merchant's own time. */
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
      merchant: { id, leasesGoOnFrom: () => moves.beganAt(id) ?? now() },
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
