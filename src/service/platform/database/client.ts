import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { retryingConflicts } from './transaction.ts';
import pg from 'pg';

export type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

interface Usage {
  nameOf: (text: string) => string | undefined;
  /** What each transaction begins with; undefined for nothing. */
  beginning: string | undefined;
  release: PostgresPoolClient['release'];
}

/** A connection for the statements of one schema. */
export function asKyselyUsesIt(
  client: pg.ClientBase,
  { nameOf, beginning, release }: Usage,
  runOne: Run,
): PostgresPoolClient {
  const run: Run =
    beginning === undefined ? runOne : (query) => runBegun(client, { query, beginning }, runOne);
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads by cursor');
    const name = nameOf(text);
    const statement = { ...(name !== undefined && { name }), text, values: [...values] };
    // Within a transaction all of it is repeated, or nothing.
    const standsAlone = client.getTransactionStatus() === 'I';
    return standsAlone ? retryingConflicts(() => run(statement)) : run(statement);
  }
  return { query, release };
}

const BEGIN = /^(begin|start transaction)\b/i;

/** Begins each transaction with what it has to begin with; a statement that stands alone becomes one. */
async function runBegun(
  client: pg.ClientBase,
  { query, beginning }: { query: pg.QueryConfig; beginning: string },
  run: Run,
): Promise<pg.QueryResult> {
  if (client.getTransactionStatus() !== 'I') return run(query);
  if (BEGIN.test(query.text)) {
    const begun = await run(query);
    await run({ text: beginning });
    return begun;
  }
  await run({ text: `begin; ${beginning}` });
  try {
    const result = await run(query);
    await run({ text: 'commit' });
    return result;
  } catch (error) {
    // Where the connection is gone, so is its transaction.
    await run({ text: 'rollback' }).catch(() => undefined);
    throw error;
  }
}

export const DISCARD_PLANS = 'discard plans';

/** Uses of a connection before its plans are first made anew, and how many times as many each time after. */
const FIRST_AFTER = 64;
const TIMES_AS_MANY = 4;
/** A payment is seven uses: then a plan is one for tables of thousands of rows, and serves for a million as well. */
const LAST_AFTER = 16_384;

/**
 * When the plans of a connection's prepared statements are to be made anew: at ever longer intervals, a few
 * times. A plan is kept that was best when it was made, and for a table of a few rows that is one that reads all of them. It
 * would still do so when they are thousands, until the server next analyses the table, a minute later or more.
 */
export interface PlanRenewal {
  /** Called at each use. */
  isDue(connection: object): boolean;
}

interface Uses {
  /** Since plans were last made anew. */
  made: number;
  /** Where they are made anew. */
  next: number;
}

export function createPlanRenewal(): PlanRenewal {
  const known = new WeakMap<object, Uses>();
  return {
    isDue(connection) {
      const uses: Uses = known.get(connection) ?? { made: 0, next: FIRST_AFTER };
      known.set(connection, uses);
      uses.made += 1;
      if (uses.made < uses.next || uses.next > LAST_AFTER) return false;
      uses.made = 0;
      uses.next *= TIMES_AS_MANY;
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
