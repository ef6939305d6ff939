import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { gather } from '../../platform/database/batch/gather.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { recordAttempts, type FinishedAttempt } from './queries.ts';

/** Records attempts: those that end while one statement runs are recorded by the next, together. */
export interface AttemptRecorder {
  /** @returns when the attempt is written, whether any event was due then */
  record(attempt: FinishedAttempt): Promise<boolean>;
}

/** Attempts in one statement, each with up to 4 KiB of an answer. */
const MOST_AT_ONCE = 100;

/**
 * An event whose attempt is not recorded is sent again when its lease ends: so the statement is retried.
 */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

interface RecorderDeps {
  db: Kysely<Tables>;
  now: () => Date;
}

/** @param stop ends the patience */
export function createAttemptRecorder(
  { db, now }: RecorderDeps,
  stop: AbortSignal,
): AttemptRecorder {
  async function writePatiently(attempts: readonly FinishedAttempt[]): Promise<boolean> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await recordAttempts(db, attempts, now());
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() > untilMs) throw error;
        await sleep(PAUSE_MS, undefined, { signal: stop });
      }
    }
  }

  const record = gather({
    sizeOf: (waiting) => Math.min(waiting, MOST_AT_ONCE),
    async run(attempts: readonly FinishedAttempt[]) {
      const isDue = await writePatiently(attempts);
      return attempts.map(() => isDue);
    },
  });
  return { record };
}
