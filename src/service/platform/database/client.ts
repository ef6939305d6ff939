import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { retryOnConflict } from './transaction.ts';
import pg from 'pg';

export type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

interface Usage {
  nameOf: (text: string) => string | undefined;
  /** The SQL that each transaction begins with; undefined for none. */
  beginning: string | undefined;
  release: PostgresPoolClient['release'];
}

/** Wraps a client in the interface that Kysely uses, for the statements of one schema. */
export function kyselyClient(
  client: pg.ClientBase,
  { nameOf, beginning, release }: Usage,
  runOne: Run,
): PostgresPoolClient {
  const run: Run =
    beginning === undefined
      ? runOne
      : (query) => runWithBeginning(client, { query, beginning }, runOne);
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads by cursor');
    const name = nameOf(text);
    const statement = { ...(name !== undefined && { name }), text, values: [...values] };
    // A statement in a transaction cannot be repeated alone: `RetryingKysely` repeats the whole transaction.
    const isOutsideTransaction = client.getTransactionStatus() === 'I';
    return isOutsideTransaction ? retryOnConflict(() => run(statement)) : run(statement);
  }
  return { query, release };
}

const BEGIN = /^(begin|start transaction)\b/i;
const BEGIN_AS_USUAL = 'begin isolation level read committed';

/** Runs `beginning` first in each transaction. A statement outside a transaction gets one. */
async function runWithBeginning(
  client: pg.ClientBase,
  { query, beginning }: { query: pg.QueryConfig; beginning: string },
  run: Run,
): Promise<pg.QueryResult> {
  if (client.getTransactionStatus() !== 'I') return run(query);
  if (BEGIN.test(query.text)) {
    const isPlain = query.text.toLowerCase() === 'begin';
    const begun = await run(isPlain ? { text: BEGIN_AS_USUAL } : query);
    await run({ text: beginning });
    return begun;
  }
  await run({ text: `${BEGIN_AS_USUAL}; ${beginning}` });
  try {
    const result = await run(query);
    await run({ text: 'commit' });
    return result;
  } catch (error) {
    // If the connection is lost, so is its transaction.
    await run({ text: 'rollback' }).catch(() => undefined);
    throw error;
  }
}

export const DISCARD_PLANS = 'discard plans';

/** Uses of a connection before its plans are first renewed, and the factor by which this number grows each time. */
const FIRST_RENEWAL_USES = 64;
const RENEWAL_FACTOR = 4;
/**
 * The longest interval between renewals. A payment is seven uses, so the tables then have thousands of rows, and a plan
 * for those also suits a million.
 */
const MAX_RENEWAL_USES = 16_384;

/**
 * Decides when the plans of a connection's prepared statements are renewed: a few times, at ever longer intervals.
 * PostgreSQL keeps the plan that was best when it was made, and for a table of a few rows that plan reads all of them.
 * It would still do so when there are thousands, until the server next analyzes the table, a minute later or more.
 */
export interface PlanRenewal {
  /** Counts a use of the connection, and returns whether its plans are to be renewed now. */
  isDue(connection: object): boolean;
}

interface Uses {
  /** Uses since the plans were last renewed. */
  made: number;
  /** The number of uses at which the plans are renewed. */
  next: number;
}

export function createPlanRenewal(): PlanRenewal {
  const known = new WeakMap<object, Uses>();
  return {
    isDue(connection) {
      const uses: Uses = known.get(connection) ?? { made: 0, next: FIRST_RENEWAL_USES };
      known.set(connection, uses);
      uses.made += 1;
      if (uses.made < uses.next || uses.next > MAX_RENEWAL_USES) return false;
      uses.made = 0;
      uses.next *= RENEWAL_FACTOR;
      return true;
    },
  };
}

const INT8_OID = 20;

/** int8 arrives as bigint and numeric as text, so that no amount ever passes through a double. */
export function typeParsers(): pg.CustomTypesConfig {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8_OID, BigInt);
  return parsers;
}
