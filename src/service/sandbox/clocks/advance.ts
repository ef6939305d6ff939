import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../platform/context.ts';
import { expirePayins } from '../../reconciliation/expire-payins.ts';
import { reconcileAttempts } from '../../reconciliation/reconcile-payins.ts';
import { reconcilePayouts } from '../../reconciliation/reconcile-payouts.ts';
import { releaseRetentions } from '../../reconciliation/release-retentions.ts';
import type { SandboxDb } from '../schema.ts';
import type { ClockDeliveries } from './clock-deliveries.ts';
import { isCallUnderWay, nextDueAfter, type DueWork } from './clock-queries.ts';
import type { TestClocks } from './test-clocks.ts';

export interface ClockDeps {
  context: ServiceContext;
  db: SandboxDb;
  clocks: TestClocks;
  deliveries: ClockDeliveries;
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
  const { clocks, context, db } = deps;
  const budget = sleep(BUDGET_MS, 'over' as const, { ref: false });
  const isOver = async (work: Promise<void>) => (await Promise.race([work, budget])) === 'over';
  await clocks.inTimeOf(merchantId, async () => {
    if (await isOver(untilAnswered(context, merchantId))) return;
    let at = clocks.now();
    if (await isOver(doDue(deps, merchantId, ALL_WORK))) return;
    while (at < to) {
      const next = await nextDueAfter(context.db, merchantId, at);
      at = stepFrom(next, to);
      await clocks.moveTo(db, merchantId, at);
      const due = next.filter((each) => each.due <= at).map(({ work }) => work);
      if (await isOver(doDue(deps, merchantId, due))) return;
    }
  });
}

const PAUSE_MS = 20;

/** A call that is under way would else come after status queries about it, and be taken for never made. */
async function untilAnswered({ db }: ServiceContext, merchantId: string): Promise<void> {
  const untilMs = performance.now() + BUDGET_MS;
  while ((await isCallUnderWay(db, merchantId)) && performance.now() < untilMs) {
    await sleep(PAUSE_MS);
  }
}

/** To the end of the step that something is next due in. */
function stepFrom(next: readonly { due: Date }[], to: Date): Date {
  const ends = next.map(({ due }) => Math.ceil(due.getTime() / STEP_MS) * STEP_MS);
  return new Date(Math.min(to.getTime(), ...ends));
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
export const ALL_WORK: readonly DueWork[] = [...WORK.map(({ kind }) => kind), 'webhook'];

/** No kind of work takes fewer at once where more are due: after less than that nothing is left. */
const LEAST_AT_ONCE = 20;

/** Does all of the kinds that are due, and delivers what the merchant is told of it, or tries to. */
export async function doDue(
  { context, deliveries }: ClockDeps,
  merchantId: string,
  kinds: readonly DueWork[],
): Promise<void> {
  let mayHaveToTell = kinds.includes('webhook');
  for (const { kind, work } of WORK) {
    if (!kinds.includes(kind)) continue;
    let done: number;
    do {
      done = await work(context, merchantId);
      mayHaveToTell ||= done > 0;
    } while (done >= LEAST_AT_ONCE);
  }
  if (mayHaveToTell) await deliveries.of(merchantId).settle();
}
