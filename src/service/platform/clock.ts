import type { Logger } from 'pino';
import type { Observation } from './database/observe.ts';

/** A larger difference from the database's clock is logged. */
const CLOCK_WARNING_MS = 2_000;
/** With a larger difference, the process is not ready if other instances disagree with it. */
export const CLOCK_LIMIT_MS = 30_000;

/** Corrections back by up to this are waited out; a larger one means that the database has a new clock. */
const MAX_CORRECTION_WAIT_MS = 1_000;

/** The database's clock, kept in this process. */
export interface DatabaseClock {
  now: () => Date;
  observe: (observation: Pick<Observation, 'at' | 'askedMs' | 'answeredMs'>) => void;
  /** How far the machine's clock is ahead of the database's; negative if it is behind. */
  aheadMs: () => number;
}

/**
 * Creates the clock that decides what is due: the database's time, advanced by this process's monotonic clock, whatever
 * the machine's clock says. An answer gives a range for the offset, wide if it took long; the known offset stays while
 * it is in that range. After a small correction back, time stands still until the clock has caught up, so later events
 * never get earlier times.
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
      if (ms > latestMs || latestMs - ms > MAX_CORRECTION_WAIT_MS) latestMs = ms;
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

/** Logs when the machine's clock starts to differ from the database's, and when they agree again. */
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
