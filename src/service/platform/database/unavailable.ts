import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Db } from './schema.ts';

/** A statement got no answer in time; it is unknown whether it was executed. */
export class StatementOverdue extends Error {
  override name = 'StatementOverdue';
}

/** The server takes no writes, but another address of the database may. */
export class NotPrimaryError extends Error {
  override name = 'NotPrimaryError';
}

/** SQLSTATEs that mean that PostgreSQL cannot serve us now, rather than that we made a mistake. */
const UNAVAILABLE_STATES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: a standby, or an operator's precaution
  '25P03', // idle_in_transaction_session_timeout: this process was stalled
  '40001', // serialization_failure, on every try
  '3D000', // invalid_catalog_name: the database is renamed, as while it is restored
  '40P01', // deadlock_detected, on every try
  '55000', // object_not_in_prerequisite_state: the database accepts no connections
  '55P03', // lock_not_available
  '57014', // query_canceled: its statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '58030', // io_error
]);

/** Classes of such SQLSTATEs. PgBouncer reports any problem as 08P01. */
const UNAVAILABLE_CLASSES: readonly string[] = [
  '08', // connection exceptions
  '28', // invalid authorization: the role or its password was changed
  '53', // insufficient resources: disk full, out of memory, too many connections
];

const NETWORK_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The message of `pg` when a pool gave no connection in time. */
export const CONNECTION_TIMED_OUT = 'timeout exceeded when trying to connect';

/** The messages of `pg` that have no code. */
const DRIVER_MESSAGES = [
  CONNECTION_TIMED_OUT,
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  // A new connection, perhaps to a pooler, did not accept its settings in time.
  'Query read timeout',
  'timeout expired',
];

const OWN_ERRORS = [StatementOverdue, NotPrimaryError];

const CONFLICT_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Whether an error means that the database cannot be used now, or not for this. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (OWN_ERRORS.some((unavailable) => error instanceof unavailable)) return true;
  if (isUnavailableCode(codeOf(error))) return true;
  if (DRIVER_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  return (
    isDatabaseUnavailable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable))
  );
}

/** SQLSTATEs of a session that has ended or cannot begin now; not of a statement that took too long or was refused. */
const LOST_STATES: ReadonlySet<string> = new Set(['25P03', '57P01', '57P02', '57P03', '57P05']);

/** Whether the session was lost, so that a retry in another session may succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (LOST_STATES.has(code) || NETWORK_CODES.has(code) || isOfClass(code, ['08'])) return true;
  if (DRIVER_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  return isConnectionLost(error.cause);
}

/** Whether a transaction was rolled back because of another, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CONFLICT_STATES.has(codeOf(error)) || isConflict(error.cause);
}

function isUnavailableCode(code: string): boolean {
  return (
    UNAVAILABLE_STATES.has(code) || NETWORK_CODES.has(code) || isOfClass(code, UNAVAILABLE_CLASSES)
  );
}

function isOfClass(code: string, classes: readonly string[]): boolean {
  return code.length === SQLSTATE_LENGTH && classes.includes(code.slice(0, 2));
}

const SQLSTATE_LENGTH = 5;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Reasons that the person who starts the program can fix, by SQLSTATE or code; other errors are our own mistakes. */
const REASONS: readonly [code: RegExp, reason: string][] = [
  [/^28/, 'it refuses the user or the password of DATABASE_URL'],
  [/^3D000$/, 'there is no database with that name'],
  [
    /^42501$/,
    'its user may not create or change the tables. Run `migrate` as their owner: set MIGRATE_DATABASE_URL to an address with that user',
  ],
  [/^3F000$/, 'no schema of its search_path exists'],
  [/^25006$/, 'it is read-only'],
  [/^53300$/, 'it has no connection left'],
  [/^57P0/, 'it is starting or stopping'],
  [/^25P03$/, 'it ended an idle transaction'],
  [/^E[A-Z]+$/, 'nothing answers there'],
];

/**
 * The reason for a lost connection. Such errors mostly have no code: their message is that the transaction could not be
 * rolled back.
 */
const CONNECTION_LOST_REASON = 'the connection to it was lost, several times';

/**
 * Runs the first statement of a start. Any error means that the database cannot be reached or used there.
 *
 * @throws StartError with the reason why the database of DATABASE_URL cannot be used
 */
export async function expectDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw failure(error, reasonOf(error) ?? 'it cannot be reached');
  }
}

/** @throws StartError with the reason, if the work fails because of the database */
export async function withStartErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason =
      reasonOf(error) ?? (isConnectionLost(error) ? CONNECTION_LOST_REASON : undefined);
    throw reason === undefined ? error : failure(error, reason);
  }
}

function failure(error: unknown, reason: string): StartError {
  const innerError = rootCauseOf(error);
  const text = innerError instanceof Error ? ` (${innerError.message || codeOf(innerError)})` : '';
  return new StartError(`The database of DATABASE_URL cannot be used: ${reason}${text}.`, {
    cause: error,
  });
}

function reasonOf(error: unknown): string | undefined {
  const code = codeOf(rootCauseOf(error));
  return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/**
 * Returns the error that caused another: a name with two addresses fails twice, and a failed migration has the error of
 * its statement as the cause.
 */
function rootCauseOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0)
    return rootCauseOf(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? rootCauseOf(error.cause) : error;
}
