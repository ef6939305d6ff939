import { setTimeout as sleep } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Observation } from './database/observe.ts';
import { createOutages, type OutageDeps } from './outages.ts';
import { createSweepRunner, type Sweep } from './sweep-runner.ts';

export interface IntervalDeps extends OutageDeps {
  now: () => Date;
  sweeps: readonly Sweep[];
  /** One statement that answers for all sweeps. */
  observe: (questions: Record<string, RawBuilder<boolean>>) => Promise<Observation>;
}

export interface Intervals {
  /** The sweeps that went too long without success. */
  late: () => string[];
  /** For how long each sweep has had no success. */
  lateSeconds: () => Record<string, number>;
  /** Waits for the work at hand, up to `STOP_TIMEOUT_MS`; what is cut off is due again later. */
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
/** A run may wait for a slow provider, or be caught by a deadline and repeated. */
const LATE_AFTER_MS = 30_000;
const MS_PER_SECOND = 1_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Recurring work: each process asks once a second, in one statement, which sweeps have something to do,
 * and starts those. Nothing hands on to anything else, so no failure ends it: whatever a tick meets,
 * the next one comes.
 */
export function startIntervals(deps: IntervalDeps): Intervals {
  const { sweeps, log } = deps;
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
    const now = deps.now();
    const questions = Object.fromEntries(sweeps.map(({ name, due }) => [name, due(now)]));
    const { readOnly, yes } = await deps.observe(questions);
    if (readOnly) throw new Error('The database is read-only');
    await outages.end(disruptions);
    for (const [name, runner] of runners) {
      if (yes.has(name)) runner.start();
      else runner.rest();
    }
  }

  const ticks = repeat(tick);
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

/** @param act never fails */
function repeat(act: () => Promise<void>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const round = async () => {
    await act();
    if (stopped) return;
    timer = setTimeout(() => {
      acting = round();
    }, TICK_MS);
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
