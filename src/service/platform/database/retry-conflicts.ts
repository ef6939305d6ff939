import { Kysely, type TransactionBuilder } from 'kysely';
import { repeated, type Repeats } from './repeat.ts';
import type { Tables } from './schema.ts';
import { isConflict } from './unavailable.ts';

/** Two that met once would meet again if they waited equally long. */
const MOST_PAUSE_MS = 50;

const ON_CONFLICT: Repeats = {
  mostTries: 4,
  after: isConflict,
  pauseMs: (made) => Math.random() * MOST_PAUSE_MS * made,
};

/** Repeats what the database undid because of another transaction: a deadlock, a serialization failure. */
export function retryingConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  return repeated(attempt, ON_CONFLICT);
}

/**
 * Kysely whose transactions are repeated from their beginning when they meet another in a deadlock. So what a
 * transaction does may happen more than once before it is committed: it must leave nothing behind
 * outside the database. (Statements outside a transaction are repeated in `pooled-client.ts`.)
 */
export class RetryingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryingConflicts(() => execute(work));
    return builder;
  }
}
