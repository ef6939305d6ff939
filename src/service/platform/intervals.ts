import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from './database/observe.ts';
import { createOutages, type OutageDeps } from './outages.ts';
import { createSweepRunner, type Sweep } from './sweep-runner.ts';

export interface IntervalDeps extends OutageDeps {
  now: () => Date;
  sweeps: readonly Sweep[];
  /** One statement that answers for all sweeps what is due by then. */
  observe: (by: Date) => Promise<Observation>;
  /** Where one of many databases may be left alone that has nothing to do; undefined where it is asked each second. */
  rest?: Rest | undefined;
  /** How long after one tick the next comes, where that is not a second. */
  everyMs?: number | undefined;
  /** When the first tick comes: at once, unless others are to come before it. */
  firstAfterMs?: number | undefined;
}

export interface Rest {
  forMs: number;
  /** When a request or recurring work of this process last used the database: what it did may be due soon. */
  lastUsedMs: () => number;
}

export interface Intervals {
  /** The sweeps whose rows have waited too long, or may have: nobody could ask. */
  late: () => string[];
  /** For how long each sweep has had no success, and rows may have waited. */
  lateSeconds: () => Record<string, number>;
  /** Waits for the work at hand, up to `STOP_TIMEOUT_MS`; what is cut off is due again later. */
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
/** Of all cells together so many are asked in a second for what is due, one of them each second. */
const ASKED_A_SECOND = 4;
/** A run may wait for a slow provider, or be caught by a deadline and repeated. */
const LATE_AFTER_MS = 30_000;
const MS_PER_SECOND = 1_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * How long after one tick of a cell its next comes.
 *
 * @param tickMs the same of one that is alone
 */
export function ticksEvery(cells: number, tickMs = TICK_MS): number {
  return Math.max(1, cells / ASKED_A_SECOND) * tickMs;
}

/**
 * Recurring work: each process asks once a second, in one statement, which sweeps have something to do,
 * and starts those. Nothing hands on to anything else, so no failure ends it: whatever a tick meets,
 * the next one comes.
 */
export function startIntervals(deps: IntervalDeps): Intervals {
  const { sweeps, log, everyMs = TICK_MS, firstAfterMs = 0 } = deps;
  const lateAfterMs = LATE_AFTER_MS + everyMs - TICK_MS;
  const runners = new Map(sweeps.map((sweep) => [sweep.name, createSweepRunner(sweep, log)]));
  const outages = createOutages(deps);

  const resting = createResting(deps.rest);

  async function tick(): Promise<void> {
    if (resting.goesOn()) {
      for (const runner of runners.values()) runner.rest();
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
      else runner.rest();
    }
    await forgiveFailures();
    if (yes.size === 0) await resting.begin(askedMs, anyDueBy);
  }

  /** A run that fails does not make its sweep late, but rows that have waited for too long do. */
  async function forgiveFailures(): Promise<void> {
    const failing = [...runners].filter(([, runner]) => runner.lateMs() > lateAfterMs / 2);
    if (failing.length === 0) return;
    const overdue = await deps.observe(new Date(deps.now().getTime() - lateAfterMs));
    for (const [name, runner] of failing) if (!overdue.yes.has(name)) runner.rest();
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

/** When a database is left alone: nothing is due in it, nor will be, unless somebody uses it. */
interface Resting {
  goesOn(): boolean;
  /** @param askedMs when it had nothing that was due */
  begin(askedMs: number, anyDueBy: (laterMs: number) => Promise<boolean>): Promise<void>;
}

function createResting(rest: Rest | undefined): Resting {
  if (rest === undefined) return { goesOn: () => false, begin: () => Promise.resolve() };
  const { forMs, lastUsedMs } = rest;
  let lastAskedMs = 0;
  let sinceMs = 0;
  let untilMs = 0;
  let askAgainMs = 0;
  return {
    goesOn: () => performance.now() < untilMs && lastUsedMs() <= sinceMs,
    async begin(askedMs, anyDueBy) {
      const beforeMs = lastAskedMs;
      lastAskedMs = askedMs;
      // What is used between one tick and the next will be again: what is due later need not be asked.
      if (lastUsedMs() > beforeMs || askedMs < askAgainMs) return;
      if (await anyDueBy(forMs)) askAgainMs = askedMs + AWAKE_MS;
      else {
        sinceMs = askedMs;
        untilMs = askedMs + forMs;
      }
    },
  };
}

/** Whether a database that something is soon due in may rest after all is not asked each second. */
const AWAKE_MS = 10_000;

/** @param act never fails */
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
