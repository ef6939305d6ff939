import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** What `statement` puts in front of a text. */
const NAME = /^\/\* (\w+) \*\//;

/**
 * The pool, as Kysely uses it, with statements that carry a name prepared once per connection: after
 * a few runs PostgreSQL no longer plans them. The others are few, or too different from run to run.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect()),
    end: () => pool.end(),
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads by cursor');
    const name = NAME.exec(text)?.[1];
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] });
  }
  return {
    query,
    release: (destroy) => {
      client.release(destroy);
    },
  };
}
