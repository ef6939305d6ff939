import { Kysely, type TransactionBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import { isConflict, isConnectionLost } from './unavailable.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** In the transaction that there is, or else in one of its own. */
export function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

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
 * outside the database. (Statements outside a transaction are repeated in `client.ts`.)
 */
export class RetryingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryingConflicts(() => execute(work));
    return builder;
  }
}

/** A server that restarts takes some seconds; the caller waits. */
const PAUSE_MS = 1_000;

const WHEN_LOST: Repeats = {
  mostTries: 3,
  after: isConnectionLost,
  pauseMs: (made) => PAUSE_MS * made,
};

/** The server is there, and a new connection usually works at once. */
const WHEN_CUT: Repeats = { ...WHEN_LOST, pauseMs: (made) => 20 * made };

/**
 * Does work again whose connection was lost. It is to be one transaction, which finds nothing left to do where it was
 * committed and only the answer was lost.
 */
export function repeatingLost<T>(work: () => Promise<T>): Promise<T> {
  return repeated(work, WHEN_LOST);
}

/** The same for recurring work, which others wait for: what is still lost then is due at the next turn. */
export function repeatingCut<T>(work: () => Promise<T>): Promise<T> {
  return repeated(work, WHEN_CUT);
}

/** What is done again, and how. */
interface Repeats {
  mostTries: number;
  /** Whether another try may do better than the one that ended so. */
  after: (error: unknown) => boolean;
  /** How long to wait when so many were made. */
  pauseMs: (made: number) => number;
}

/** Does work again for as long as that may help, so many times at most. @throws what the last try did */
async function repeated<T>(
  work: () => Promise<T>,
  { mostTries, after, pauseMs }: Repeats,
): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await work();
    } catch (error) {
      if (made === mostTries || !after(error)) throw error;
      await sleep(pauseMs(made));
    }
  }
}
