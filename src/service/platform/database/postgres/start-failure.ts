import { sql, type Kysely } from 'kysely';
import { StartError } from '../../start-error.ts';
import type { Tables } from '../schema.ts';
import { isConnectionLost } from '../unavailable.ts';

/** SQLSTATE classes and codes that say what to put right, rather than that we erred. */
const REASONS: readonly [code: RegExp, reason: string][] = [
  [/^28/, 'it refuses the user or the password of DATABASE_URL'],
  [/^3D000$/, 'there is no database of that name'],
  [/^42501$/, 'its user may not do there what the service needs'],
  [/^25006$/, 'it is read-only'],
  [/^53300$/, 'it has no connection left'],
  [/^57P0/, 'it is starting or stopping'],
  [/^25P03$/, 'it ended a transaction that stood still'],
  [/^E[A-Z]+$/, 'nothing answers there'],
];

/** Mostly without a code: what is told is that the transaction could not be rolled back. */
const LOST = 'the connection to it was lost, several times';

/**
 * The first statement of a start: whatever becomes of it has to do with where the database is.
 *
 * @throws StartError with why the database of DATABASE_URL cannot be used
 */
export async function expectDatabase(db: Kysely<Tables>): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw failure(error, reasonOf(error) ?? 'it cannot be reached');
  }
}

/** @throws StartError where it is the database that does not let the work be done */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error) ?? (isConnectionLost(error) ? LOST : undefined);
    throw reason === undefined ? error : failure(error, reason);
  }
}

function failure(error: unknown, reason: string): StartError {
  const said = innermost(error);
  const text = said instanceof Error ? ` (${said.message || codeOf(said)})` : '';
  return new StartError(`The database of DATABASE_URL cannot be used: ${reason}${text}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string | undefined {
  const code = codeOf(innermost(error));
  return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** A name with two addresses fails twice, and a migration's failure has the statement's as its cause. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
