import { setTimeout as sleep } from 'node:timers/promises';
import { PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS } from '../../orders/ask-queries.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { expirePayins } from '../../reconciliation/expire-payins.ts';
import { reconcileAttempts } from '../../reconciliation/reconcile-payins.ts';
import { reconcilePayouts } from '../../reconciliation/reconcile-payouts.ts';
import { releaseRetentions } from '../../reconciliation/release-retentions.ts';
import type { Stretch } from '../../webhooks/delivery/timeline.ts';
import type { SandboxDb } from '../schema.ts';
import type { ClockDeliveries } from './clock-deliveries.ts';
import { isCallUnderWay, nextDueAfter, type DueWork } from './clock-queries.ts';
import type { Moves } from './moves.ts';
import { postponeQueries } from './postpone-queries.ts';
import { stepEnd, stepFrom } from './steps.ts';
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
  const move = deps.moves.move(merchantId, () =>
    deps.clocks.inTimeOf(merchantId, () =>
      moveAlong(deps, { merchantId, to, isOver, refusing: new Set() }),
    ),
  );
  const answered = await Promise.race([move, sleep(BUDGET_MS, 'over' as const, { ref: false })]);
  if (answered !== 'over') return;
  move.catch((error: unknown) => {
    deps.context.log.error({ err: error }, 'A clock was not moved to its end');
  });
}

interface Move {
  merchantId: string;
  to: Date;
  isOver: () => boolean;
  /** Destinations that refused a connection. */
  refusing: Set<string>;
}

interface MoveUnderWay extends Move, Pick<Stretch, 'showsUntil'> {
  began: Date;
}

async function moveAlong(deps: ClockDeps, move: Move): Promise<void> {
  const { clocks, context, db } = deps;
  const { merchantId, to, isOver } = move;
  await untilAnswered(deps, move);
  await doDue(deps, merchantId, ORDERS_WORK);
  // Webhooks of what has just ended, and what others have taken of them, are of the time before.
  await untilAnswered(deps, move);
  const databases = { db: context.db, acquirer: db };
  await postponeQueries(databases, PAYIN_ATTEMPTS, merchantId);
  await postponeQueries(databases, PAYOUT_ATTEMPTS, merchantId);
  const began = clocks.nowOf(merchantId);
  let at = began;
  let released = at;
  while (at < to && !isOver()) {
    const next = await nextDueAfter(context.db, merchantId, at, began);
    const stops = next.filter(({ work }) => makesStep(work));
    const stop = stepFrom(stops, at, to);
    const isAnyTold = next.some(({ work, due }) => work === 'webhook' && due <= stop);
    const release = next.find(({ work }) => work === 'release');
    const showsUntil = release && stepEnd(release.due);
    at = isAnyTold ? await tellUntil(deps, { ...move, began, showsUntil }, at, stop) : stop;
    clocks.pass(merchantId, at);
    await clocks.keep(db, merchantId);
    const due = next.filter((each) => each.due <= at).map(({ work }) => work);
    await doDue(deps, merchantId, due, released);
    released = at;
  }
  // An answer may have left an order open after its waiting time.
  await doDue(deps, merchantId, ['expiry', 'release'], released);
  await tellUntil(deps, { ...move, began, showsUntil: undefined }, at, at);
}

/**
 * Nobody is told of a release, and nothing follows from it: those of several steps are made together, each dated
 * by its own, for as long as no receiver can look.
 */
function makesStep(work: DueWork): boolean {
  return work !== 'webhook' && work !== 'release';
}

/** @returns until when all that was due was sent, or tried */
async function tellUntil(
  { clocks, db, deliveries }: ClockDeps,
  { merchantId, isOver, refusing, began, showsUntil }: MoveUnderWay,
  from: Date,
  until: Date,
): Promise<Date> {
  return deliveries.timeline.run({
    ...{ merchantId, from, until, isOver, refusing, showsUntil },
    leasesGoOnFrom: began,
    stepOf: stepEnd,
    pass: (at) => {
      clocks.pass(merchantId, at);
    },
    keep: () => clocks.keep(db, merchantId),
  });
}

const PAUSE_MS = 20;

/**
 * A call that is under way would else come after status queries about it, and be taken for never made; and a
 * webhook that is under way would be tried again by another time. So what is due already is sent, whoever sends it.
 */
async function untilAnswered(deps: ClockDeps, move: Move): Promise<void> {
  const { clocks, context, deliveries } = deps;
  const { merchantId, isOver } = move;
  await deliveries.of(merchantId).settle();
  while (!isOver()) {
    const began = clocks.nowOf(merchantId);
    await tellUntil(deps, { ...move, began, showsUntil: undefined }, began, began);
    if (!(await isCallUnderWay(context.db, merchantId, began))) return;
    await sleep(PAUSE_MS);
  }
}

/** Takes what is due of a merchant. @returns how much there was */
type Work = (context: ServiceContext, merchantId: string, since: Date) => Promise<number>;

/** @param since when it was last done: nothing is dated before */
const releaseInSteps: Work = (context, merchantId, since) => {
  const now = context.now();
  const dateOf = (due: Date) => new Date(Math.max(+since, Math.min(+stepEnd(due), +now)));
  return releaseRetentions(context, merchantId, dateOf);
};

/** In the order in which they are done where they are due together. */
const WORK: readonly { kind: DueWork; work: Work }[] = [
  { kind: 'release', work: releaseInSteps },
  { kind: 'expiry', work: expirePayins },
  { kind: 'payin query', work: reconcileAttempts },
  { kind: 'payout query', work: reconcilePayouts },
];
const ORDERS_WORK: readonly DueWork[] = WORK.map(({ kind }) => kind);

/** No kind of work takes fewer at once where more are due: after less than that nothing is left. */
const LEAST_AT_ONCE = 20;

/** Does all of the kinds that are due to a merchant's orders. */
async function doDue(
  { context }: ClockDeps,
  merchantId: string,
  kinds: readonly DueWork[],
  since = context.now(),
): Promise<void> {
  for (const { kind, work } of WORK) {
    if (!kinds.includes(kind)) continue;
    while ((await work(context, merchantId, since)) >= LEAST_AT_ONCE);
  }
}

/** Does all that is due, and delivers what the merchant is told of it, or tries to. */
export async function doAllDue(deps: ClockDeps, merchantId: string): Promise<void> {
  await doDue(deps, merchantId, ORDERS_WORK);
  // An answer may have left an order open after its waiting time.
  await doDue(deps, merchantId, ['expiry']);
  await deps.deliveries.of(merchantId).settle();
}
