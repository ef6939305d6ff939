import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from './database/observe.ts';
import { createOutages, type OutageDeps } from './outages.ts';
import { createSweepRunner, type Sweep } from './sweep-runner.ts';

export interface IntervalDeps extends OutageDeps {
  now: () => Date;
  sweeps: readonly Sweep[];
  /** Asks in one statement which sweeps have something due by a time. */
  observe: (by: Date) => Promise<Observation>;
  /** The time from one tick to the next; by default a second. */
  everyMs?: number | undefined;
}

export interface Intervals {
  /** Sweeps whose rows have waited too long, or may have because the database could not be asked. */
  late: () => string[];
  /** Seconds since each sweep last succeeded or had nothing to do. */
  lateSeconds: () => Record<string, number>;
  /** Stops, and waits up to `STOP_TIMEOUT_MS` for the runs under way. Work that is cut off becomes due again. */
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
/** When a sweep is late. A run may wait for a slow acquirer, or be repeated after a deadline. */
const LATE_AFTER_MS = 30_000;
const MS_PER_SECOND = 1_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts the recurring work. On each tick, a process asks in one statement which sweeps have something to do, and
 * starts those. Ticks do not depend on each other, so no failure stops them.
 */
export function startIntervals(deps: IntervalDeps): Intervals {
  const { sweeps, log, everyMs = TICK_MS } = deps;
  const runners = new Map(sweeps.map((sweep) => [sweep.name, createSweepRunner(sweep, log)]));
  const outages = createOutages(deps);

  async function tick(): Promise<void> {
    try {
      await startDue();
    } catch (error) {
      outages.begin(error);
    }
  }

  async function startDue(): Promise<void> {
    const disruptions = deps.disruptions();
    const { readOnly, yes } = await deps.observe(deps.now());
    if (readOnly) throw new Error('The database is read-only');
    await outages.end(disruptions);
    for (const [name, runner] of runners) {
      if (yes.has(name)) runner.start();
      else runner.recordNothingDue();
    }
    await clearLatenessWithoutOverdueRows();
  }

  /**
   * Clears the lateness of failing sweeps without overdue rows: a failed run does not make its sweep late, rows that
   * have waited too long do.
   */
  async function clearLatenessWithoutOverdueRows(): Promise<void> {
    const failing = [...runners].filter(([, runner]) => runner.lateMs() > LATE_AFTER_MS / 2);
    if (failing.length === 0) return;
    const overdue = await deps.observe(new Date(deps.now().getTime() - LATE_AFTER_MS));
    for (const [name, runner] of failing) if (!overdue.yes.has(name)) runner.recordNothingDue();
  }

  const ticks = repeat(tick, everyMs);
  return {
    late: () =>
      [...runners].filter(([, runner]) => runner.lateMs() > LATE_AFTER_MS).map(([name]) => name),
    lateSeconds: () =>
      Object.fromEntries(
        [...runners].map(([name, runner]) => [name, runner.lateMs() / MS_PER_SECOND]),
      ),
    async stop() {
      const ended = ticks
        .stop()
        .then(() => Promise.all([...runners.values()].map((runner) => runner.finished())));
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** @param act must not reject */
function repeat(act: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const round = async () => {
    await act();
    if (stopped) return;
    timer = setTimeout(() => {
      acting = round();
    }, everyMs);
  };
  let acting = round();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await acting;
    },
  };
}
