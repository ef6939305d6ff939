import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import { recordAttempts, type FinishedAttempt } from './delivery-queries.ts';

/** Writes attempts down: whatever ends while one statement runs is written by the next, together. */
export interface AttemptRecorder {
  /** Settles when the attempt is written. */
  record(attempt: FinishedAttempt): Promise<void>;
}

/** Attempts in one statement, each with up to 4 KiB of an answer. */
const MOST_AT_ONCE = 100;

interface Waiting {
  attempt: FinishedAttempt;
  written: PromiseWithResolvers<undefined>;
}

export function createAttemptRecorder(db: Kysely<Tables>): AttemptRecorder {
  const waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      try {
        await recordAttempts(
          db,
          batch.map(({ attempt }) => attempt),
        );
        for (const { written } of batch) written.resolve(undefined);
      } catch (error) {
        for (const { written } of batch) written.reject(error);
      }
    }
    writing = false;
  }

  return {
    record(attempt) {
      const written = Promise.withResolvers<undefined>();
      waiting.push({ attempt, written });
      if (!writing) void writeAll();
      return written.promise;
    },
  };
}
