import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from './database/observe.ts';
import { createOutages, type OutageDeps } from './outages.ts';
import { createSweepRunner, type Sweep } from './sweep-runner.ts';

export interface IntervalDeps extends OutageDeps {
  now: () => Date;
  sweeps: readonly Sweep[];
  /** Asks in one statement which sweeps have something due by a time. */
  observe: (by: Date) => Promise<Observation>;
  /** When the database may be left alone while it has nothing to do; undefined to ask on every tick. */
  idle?: IdleOptions | undefined;
  /** The time from one tick to the next; by default a second. */
  everyMs?: number | undefined;
  /** The delay of the first tick, so that other databases come first; by default none. */
  firstAfterMs?: number | undefined;
}

export interface IdleOptions {
  forMs: number;
  /**
   * When a request or recurring work of this process last used the database: it may have left work that is due soon.
   */
  lastUsedMs: () => number;
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
/**
 * The most cells that are asked for due work in one second. With more cells, each is asked less often than every
 * second.
 */
const MAX_CELLS_ASKED_PER_SECOND = 4;
/** When a sweep is late. A run may wait for a slow provider, or be repeated after a deadline. */
const LATE_AFTER_MS = 30_000;
const MS_PER_SECOND = 1_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Returns the time from one tick of a cell to the next.
 *
 * @param tickMs the same for a single cell
 */
export function tickIntervalMs(cells: number, tickMs = TICK_MS): number {
  return Math.max(1, cells / MAX_CELLS_ASKED_PER_SECOND) * tickMs;
}

/**
 * Starts the recurring work. On each tick, a process asks in one statement which sweeps have something to do, and
 * starts those. Ticks do not depend on each other, so no failure stops them.
 */
export function startIntervals(deps: IntervalDeps): Intervals {
  const { sweeps, log, everyMs = TICK_MS, firstAfterMs = 0 } = deps;
  const lateAfterMs = LATE_AFTER_MS + everyMs - TICK_MS;
  const runners = new Map(sweeps.map((sweep) => [sweep.name, createSweepRunner(sweep, log)]));
  const outages = createOutages(deps);

  const idleState = createIdleState(deps.idle);

  async function tick(): Promise<void> {
    if (idleState.isIdle()) {
      for (const runner of runners.values()) runner.recordNothingDue();
      return;
    }
    try {
      await startDue();
    } catch (error) {
      outages.begin(error);
    }
  }

  async function startDue(): Promise<void> {
    const disruptions = deps.disruptions();
    const askedMs = performance.now();
    const { readOnly, yes } = await deps.observe(deps.now());
    if (readOnly) throw new Error('The database is read-only');
    await outages.end(disruptions);
    for (const [name, runner] of runners) {
      if (yes.has(name)) runner.start();
      else runner.recordNothingDue();
    }
    await clearLatenessWithoutOverdueRows();
    if (yes.size === 0) await idleState.begin(askedMs, anyDueBy);
  }

  /**
   * Clears the lateness of failing sweeps without overdue rows: a failed run does not make its sweep late, rows that
   * have waited too long do.
   */
  async function clearLatenessWithoutOverdueRows(): Promise<void> {
    const failing = [...runners].filter(([, runner]) => runner.lateMs() > lateAfterMs / 2);
    if (failing.length === 0) return;
    const overdue = await deps.observe(new Date(deps.now().getTime() - lateAfterMs));
    for (const [name, runner] of failing) if (!overdue.yes.has(name)) runner.recordNothingDue();
  }

  async function anyDueBy(laterMs: number): Promise<boolean> {
    const later = new Date(deps.now().getTime() + laterMs);
    return (await deps.observe(later)).yes.size > 0;
  }

  const ticks = repeat(tick, { firstAfterMs, everyMs });
  return {
    late: () =>
      [...runners].filter(([, runner]) => runner.lateMs() > lateAfterMs).map(([name]) => name),
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

/**
 * Decides when a database is left alone: while nothing is due in it, or soon will be, and this process does not use it.
 */
interface IdleState {
  isIdle(): boolean;
  /** @param askedMs when the database was asked and had nothing due */
  begin(askedMs: number, anyDueBy: (laterMs: number) => Promise<boolean>): Promise<void>;
}

function createIdleState(options: IdleOptions | undefined): IdleState {
  if (options === undefined) return { isIdle: () => false, begin: () => Promise.resolve() };
  const { forMs, lastUsedMs } = options;
  let lastAskedMs = 0;
  let sinceMs = 0;
  let untilMs = 0;
  let recheckMs = 0;
  return {
    isIdle: () => performance.now() < untilMs && lastUsedMs() <= sinceMs,
    async begin(askedMs, anyDueBy) {
      const beforeMs = lastAskedMs;
      lastAskedMs = askedMs;
      // A database that was used between two ticks will be used again, so it does not rest, and later work need not be
      // looked up.
      if (lastUsedMs() > beforeMs || askedMs < recheckMs) return;
      if (await anyDueBy(forMs)) recheckMs = askedMs + IDLE_RECHECK_MS;
      else {
        sinceMs = askedMs;
        untilMs = askedMs + forMs;
      }
    },
  };
}

/** How often to ask whether a database may rest after all, while something is due in it soon. */
const IDLE_RECHECK_MS = 10_000;

/** @param act must not reject */
function repeat(
  act: () => Promise<void>,
  { firstAfterMs, everyMs }: { firstAfterMs: number; everyMs: number },
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let acting = Promise.resolve();
  const round = async () => {
    await act();
    if (!stopped) startRoundIn(everyMs);
  };
  const startRoundIn = (ms: number) => {
    timer = setTimeout(() => {
      acting = round();
    }, ms);
  };
  if (firstAfterMs === 0) acting = round();
  else startRoundIn(firstAfterMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await acting;
    },
  };
}
