import { Kysely, type TransactionBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import { isConflict, isConnectionLost } from './unavailable.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work in the current transaction or, if there is none, in a new one. */
export function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/**
 * The longest pause after the first conflict. Pauses are random: after equal ones, two transactions would conflict
 * again.
 */
const MOST_PAUSE_MS = 50;

const ON_CONFLICT: RetryPolicy = {
  maxTries: 4,
  isRetryable: isConflict,
  pauseMs: (made) => Math.random() * MOST_PAUSE_MS * made,
};

/** Retries work that the database rolled back because of another transaction: a deadlock, a serialization failure. */
export function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  return retry(attempt, ON_CONFLICT);
}

/**
 * Kysely that retries a transaction from its beginning after a deadlock or a serialization failure. A transaction may
 * therefore run more than once before it is committed, and must have no effects outside the database. (Statements
 * outside a transaction are retried in `client.ts`.)
 */
export class RetryingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryOnConflict(() => execute(work));
    return builder;
  }
}

/** The first pause after a lost connection: a restarting server takes some seconds, and the caller can wait. */
const PAUSE_MS = 1_000;

const ON_CONNECTION_LOSS: RetryPolicy = {
  maxTries: 3,
  isRetryable: isConnectionLost,
  pauseMs: (made) => PAUSE_MS * made,
};

/** Short pauses: usually the server is up, and a new connection works at once. */
const SOON_ON_CONNECTION_LOSS: RetryPolicy = {
  ...ON_CONNECTION_LOSS,
  pauseMs: (made) => 20 * made,
};

/**
 * Retries work whose connection was lost. The work must be one transaction, and find nothing left to do if it was
 * committed and only the answer was lost.
 */
export function retryAfterConnectionLoss<T>(work: () => Promise<T>): Promise<T> {
  return retry(work, ON_CONNECTION_LOSS);
}

/**
 * The same for recurring work, which others wait for: with short pauses. Work that still fails is due at the next run.
 */
export function retrySoonAfterConnectionLoss<T>(work: () => Promise<T>): Promise<T> {
  return retry(work, SOON_ON_CONNECTION_LOSS);
}

/** Which errors to retry, and how. */
interface RetryPolicy {
  maxTries: number;
  /** Whether another try may succeed after this error. */
  isRetryable: (error: unknown) => boolean;
  /** How long to wait after so many tries. */
  pauseMs: (made: number) => number;
}

/**
 * Retries work while that may help, up to a number of tries.
 *
 * @throws the error of the last try
 */
async function retry<T>(
  work: () => Promise<T>,
  { maxTries, isRetryable, pauseMs }: RetryPolicy,
): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await work();
    } catch (error) {
      if (made === maxTries || !isRetryable(error)) throw error;
      await sleep(pauseMs(made));
    }
  }
}
