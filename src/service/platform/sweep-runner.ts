import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { QueryTime } from './database/due-work.ts';

/** Work that is due again and again, shared by all processes on one database. */
export interface Sweep {
  name: string;
  /** Whether there is anything to do; asked each second, so it reads an index. */
  due: (now: QueryTime) => RawBuilder<boolean>;
  /** Takes what is due. Runs may overlap, in several processes and in one: it locks the rows it takes. */
  run(): Promise<unknown>;
}

/** Runs a sweep on request, and knows for how long its rows may have been waiting. */
export interface SweepRunner {
  /** Starts a run, unless one is under way. */
  start(): void;
  /** Nothing is due, or nothing has been for long. */
  rest(): void;
  /** Since a run succeeded, or nothing waited. */
  lateMs(): number;
  /** Settles when the run under way is over. */
  finished(): Promise<void>;
}

/** Every statement has a deadline, so nothing should take so long; if it does, others must not wait for it. */
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
    rest() {
      succeededMs = performance.now();
    },
    lateMs: () => performance.now() - succeededMs,
    finished: () => current?.finished ?? Promise.resolve(),
  };
}
