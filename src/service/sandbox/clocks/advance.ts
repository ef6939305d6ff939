import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../platform/context.ts';
import { expirePayins } from '../../reconciliation/expire-payins.ts';
import { reconcileAttempts } from '../../reconciliation/reconcile-payins.ts';
import { reconcilePayouts } from '../../reconciliation/reconcile-payouts.ts';
import { releaseRetentions } from '../../reconciliation/release-retentions.ts';
import type { SandboxDb } from '../schema.ts';
import type { ClockDeliveries } from './clock-deliveries.ts';
import { isCallUnderWay, nextDueAfter, postponeQueries, type DueWork } from './clock-queries.ts';
import type { Moves } from './moves.ts';
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
/** What is due within one is due together: many orders of one hour are no more steps than its minutes. */
const STEP_MS = 60_000;

/**
 * Moves a merchant's clock from one due time to the next, and at each does what is due before it goes on.
 * It ends at `to`, or wherever its time is up: then the same call goes on from there.
 */
export async function advanceClock(deps: ClockDeps, merchantId: string, to: Date): Promise<void> {
  const untilMs = performance.now() + BUDGET_MS;
  const isOver = () => performance.now() > untilMs;
  const move = deps.moves.move(merchantId, () =>
    deps.clocks.inTimeOf(merchantId, () => moveAlong(deps, { merchantId, to, isOver })),
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
}

async function moveAlong(deps: ClockDeps, move: Move): Promise<void> {
  const { clocks, context, db } = deps;
  const { merchantId, to, isOver } = move;
  await untilAnswered(context, merchantId);
  // What the merchant's own dispatcher has begun ends at the time at which it began.
  await deps.deliveries.of(merchantId).settle();
  await doDue(deps, merchantId, ORDERS_WORK);
  let at = clocks.nowOf(merchantId);
  while (at < to && !isOver()) {
    const next = await nextDueAfter(context.db, merchantId, at);
    const orders = next.filter(({ work }) => work !== 'webhook');
    const stop = stepFrom(orders, to);
    const told = next.some(({ work, due }) => work === 'webhook' && due <= stop)
      ? await tellUntil(deps, move, at, stop)
      : undefined;
    // At the step's own end the orders still have to be seen to.
    if (told !== undefined && told < stop) {
      at = told;
      continue;
    }
    at = stop;
    clocks.pass(merchantId, at);
    await clocks.keep(db, merchantId);
    const due = orders.filter((each) => each.due <= at).map(({ work }) => work);
    await doDue(deps, merchantId, due);
  }
  await tellUntil(deps, move, at, at);
}

/** @returns the time of the last attempts to deliver a webhook; undefined where there were none */
async function tellUntil(
  { clocks, db, deliveries }: ClockDeps,
  { merchantId, isOver }: Move,
  from: Date,
  until: Date,
): Promise<Date | undefined> {
  return deliveries.timeline.run({
    ...{ merchantId, from, until, isOver },
    stepOf: stepEnd,
    pass: (at) => {
      clocks.pass(merchantId, at);
    },
    keep: () => clocks.keep(db, merchantId),
  });
}

const PAUSE_MS = 20;

/** A call that is under way would else come after status queries about it, and be taken for never made. */
async function untilAnswered({ db, now }: ServiceContext, merchantId: string): Promise<void> {
  const untilMs = performance.now() + BUDGET_MS;
  while ((await isCallUnderWay(db, merchantId, now())) && performance.now() < untilMs) {
    await sleep(PAUSE_MS);
  }
}

/** To the end of the step that something is next due in. */
function stepFrom(next: readonly { due: Date }[], to: Date): Date {
  return new Date(Math.min(to.getTime(), ...next.map(({ due }) => stepEnd(due).getTime())));
}

function stepEnd(due: Date): Date {
  return new Date(Math.ceil(due.getTime() / STEP_MS) * STEP_MS);
}

/** Takes what is due of everybody, or of one merchant. @returns how much there was */
type Work = (context: ServiceContext, merchantId: string) => Promise<number>;

/** What comes of it may be an order that awaits its payer again, after its waiting time. */
const queryPayins: Work = async (context, merchantId) =>
  (await reconcileAttempts(context, merchantId)) + (await expirePayins(context, merchantId));

/** In the order in which they are done where they are due together. */
const WORK: readonly { kind: DueWork; work: Work }[] = [
  { kind: 'expiry', work: expirePayins },
  { kind: 'payin query', work: queryPayins },
  { kind: 'payout query', work: reconcilePayouts },
  { kind: 'release', work: releaseRetentions },
];
const ORDERS_WORK: readonly DueWork[] = WORK.map(({ kind }) => kind);

/** No kind of work takes fewer at once where more are due: after less than that nothing is left. */
const LEAST_AT_ONCE = 20;

/** Does all of the kinds that are due to a merchant's orders. */
async function doDue(
  { context, db }: ClockDeps,
  merchantId: string,
  kinds: readonly DueWork[],
): Promise<void> {
  for (const { kind, work } of WORK) {
    if (!kinds.includes(kind)) continue;
    while ((await work(context, merchantId)) >= LEAST_AT_ONCE);
  }
  if (kinds.includes('payin query')) await postponeQueries(db, 'payin', merchantId);
  if (kinds.includes('payout query')) await postponeQueries(db, 'payout', merchantId);
}

/** Does all that is due, and delivers what the merchant is told of it, or tries to. */
export async function doAllDue(deps: ClockDeps, merchantId: string): Promise<void> {
  await doDue(deps, merchantId, ORDERS_WORK);
  await deps.deliveries.of(merchantId).settle();
}
