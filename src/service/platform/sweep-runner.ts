import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { QueryTime } from './database/due-work.ts';

/** Recurring work, shared by all processes on one database. */
export interface Sweep {
  name: string;
  /** Whether there is anything to do. Evaluated each second, so it must use an index. */
  due: (now: QueryTime) => RawBuilder<boolean>;
  /** Does the work that is due. Runs may overlap, between processes and within one, so it locks the rows it takes. */
  run(): Promise<unknown>;
}

/** Runs a sweep on request, and tracks for how long its rows may have been waiting. */
export interface SweepRunner {
  /** Starts a run, unless one is under way. */
  start(): void;
  /** Records that nothing is due, or that nothing has been due for long. */
  recordNothingDue(): void;
  /** Milliseconds since a run succeeded or nothing was waiting. */
  lateMs(): number;
  /** Settles when the run under way is over. */
  finished(): Promise<void>;
}

/** Every statement has a deadline, so no run should take this long. After a run that does, the next starts anyway. */
const RUN_LIMIT_MS = 30_000;

export function createSweepRunner(sweep: Sweep, log: Logger): SweepRunner {
  let succeededMs = performance.now();
  let current: { startedMs: number; finished: Promise<void> } | undefined;

  async function run(): Promise<void> {
    try {
      await sweep.run();
      succeededMs = performance.now();
    } catch (error) {
      log.error({ err: error, work: sweep.name }, 'Recurring work failed; it will run again');
    }
  }

  function start(): void {
    const startedMs = performance.now();
    if (current !== undefined) {
      if (startedMs - current.startedMs < RUN_LIMIT_MS) return;
      log.error({ work: sweep.name }, 'Recurring work takes too long; it is started again');
    }
    const started = {
      startedMs,
      finished: run().finally(() => {
        if (current === started) current = undefined;
      }),
    };
    current = started;
  }

  return {
    start,
    recordNothingDue() {
      succeededMs = performance.now();
    },
    lateMs: () => performance.now() - succeededMs,
    finished: () => current?.finished ?? Promise.resolve(),
  };
}
