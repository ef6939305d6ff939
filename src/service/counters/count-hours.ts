import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { isTimedWorkDue, setDue, claimTimedWork } from '../platform/database/due-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { recountAttempts } from './attempts.ts';
import { recountConversion } from './conversion.ts';
import { ANY_STALE, markSettled, takeStaleHours } from './stale-hours.ts';

export function counterSweep(context: ServiceContext): Sweep {
  return {
    name: 'count-hours',
    due: (now) => sql`((${ANY_STALE} and ${isTimedWorkDue('count-hours', now)})
      or ${isTimedWorkDue('compare-counters', now)})`,
    run: () => countHours(context),
  };
}

type Deps = Pick<ServiceContext, 'longRunning' | 'now' | 'timers'>;

const HOURS_AT_ONCE = 6;
/** The time budget of a run. The rest is due again. */
const RUN_BUDGET_MS = 500;
/** A process that takes longer is presumed dead, and the work is due again. */
const LEASE_MS = 60_000;
/**
 * The pause for each millisecond of work: counting uses at most a fortieth of one core, so that payments do not
 * slow down.
 */
const PAUSE_FOR_EACH_MS = 40;
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const LOOKED_EVERY_MS = 10 * 60_000;

/** Recounts marked hours, latest first: those in which orders were created or moved. Runs in one process at a time. */
async function countHours(deps: Deps): Promise<void> {
  const { monotonicMs } = deps.timers;
  await markMore(deps);
  const now = deps.now();
  const until = new Date(now.getTime() + LEASE_MS);
  if (!(await claimTimedWork(deps.longRunning, 'count-hours', { now, until }))) return;
  const startedMs = monotonicMs();
  await markSettled(deps.longRunning);
  while ((await countSome(deps)) && monotonicMs() - startedMs < RUN_BUDGET_MS);
  await setDue(
    deps.longRunning,
    'count-hours',
    new Date(now.getTime() + pauseAfter(monotonicMs() - startedMs)),
  );
}

function pauseAfter(workMs: number): number {
  const pauseMs = workMs * PAUSE_FOR_EACH_MS;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs));
}

/** @returns whether there is more to count */
async function countSome({ longRunning }: Deps): Promise<boolean> {
  return longRunning.transaction().execute(async (trx) => {
    // Locks out the rollup, which marks hours stale. A later run counts the hours it marks then.
    await sql`select from exclusive_work where name = 'fold-order-counts' for update`.execute(trx);
    const { hours, isAll } = await takeStaleHours(trx, HOURS_AT_ONCE);
    await recountAttempts(trx, hours);
    await recountConversion(trx, hours);
    return !isAll;
  });
}

async function markMore({ longRunning, now: clock }: Deps): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + LOOKED_EVERY_MS);
  if (!(await claimTimedWork(longRunning, 'compare-counters', { now, until }))) return;
  await markSettled(longRunning);
}
