import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { retryingConflicts } from './retry-conflicts.ts';

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
