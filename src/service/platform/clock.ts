import type { Logger } from 'pino';
import type { Observation } from './database/observe.ts';

/** Where a process's clock differs from the database's by more, somebody should look at it. */
const CLOCK_WARNING_MS = 2_000;
/** And by more than this, the process is not ready. */
export const CLOCK_LIMIT_MS = 30_000;

/** A correction back by less is waited out; by more, the database has another clock now. */
const MOST_WAITED_MS = 1_000;

/** The database's clock, kept in this process. */
export interface DatabaseClock {
  now: () => Date;
  observe: (observation: Pick<Observation, 'at' | 'askedMs' | 'answeredMs'>) => void;
  /** How far the clock of the machine is ahead of the database's; negative where it is behind. */
  aheadMs: () => number;
}

/**
 * What is due is due by the database's clock, whatever the machine's says: a monotonic clock counts on
 * from what the database answered. An answer that took long says little; so what is known stays as it is
 * for as long as the answer allows it. A correction of some milliseconds back never makes what happens later the earlier:
 * until it is made up for, time stands still.
 *
 * @param systemMs the machine's clock, which somebody may set
 */
export function createDatabaseClock(systemMs: () => number = Date.now): DatabaseClock {
  let offsetMs = systemMs() - performance.now();
  let observed = false;
  const nowMs = () => performance.now() + offsetMs;
  let latestMs = -Infinity;
  return {
    now: () => {
      const ms = nowMs();
      if (ms > latestMs || latestMs - ms > MOST_WAITED_MS) latestMs = ms;
      return new Date(latestMs);
    },
    observe({ at, askedMs, answeredMs }) {
      const least = at.getTime() - answeredMs;
      const most = at.getTime() - askedMs;
      if (observed && offsetMs >= least && offsetMs <= most) return;
      offsetMs = (least + most) / 2;
      observed = true;
    },
    aheadMs: () => systemMs() - nowMs(),
  };
}

/** Logs when the machine's clock begins to be wrong, and when it no longer is. */
export function createClockWarning(
  log: Logger,
  { aheadMs }: Pick<DatabaseClock, 'aheadMs'>,
): () => void {
  let wasOff = false;
  return () => {
    const ahead = Math.round(aheadMs());
    const isOff = Math.abs(ahead) > CLOCK_WARNING_MS;
    const differs = isOff !== wasOff;
    wasOff = isOff;
    if (!differs) return;
    log.warn(
      { aheadMs: ahead },
      isOff
        ? "This machine's clock differs from the database's clock, which orders use"
        : "This machine's clock agrees with the database's clock again",
    );
  };
}
