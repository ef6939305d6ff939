import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import { isConflict } from './unavailable.ts';

const MOST_ATTEMPTS = 4;
/** Two that met once would meet again if they waited equally long. */
const MOST_PAUSE_MS = 50;

/** Repeats what the database undid because of another transaction: a deadlock, a serialization failure. */
export async function retryingConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (made === MOST_ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * MOST_PAUSE_MS * made);
    }
  }
}

/**
 * Kysely whose transactions are repeated from their beginning when they meet another in a deadlock. So what a
 * transaction does may happen more than once before it is committed: it must leave nothing behind
 * outside the database. (Statements outside a transaction are repeated in `guarded-pool.ts`.)
 */
export class RetryingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryingConflicts(() => execute(work));
    return builder;
  }
}
