import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** What `statement` and `prepared` put in front of a text. */
const NAME = /^\/\* (\w+) \*\//;
/** Instead of a name: the text itself tells statements apart. */
export const BY_TEXT = 'by_text';

/**
 * The pool, as Kysely uses it, with statements that carry a name prepared once per connection: after
 * a few runs PostgreSQL no longer plans them. The others are few, or too different from run to run.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect(), (text) => nameOf(text, names)),
    end: () => pool.end(),
  };
}

/** Undefined for a statement that is not to be prepared. */
function nameOf(text: string, names: Map<string, string>): string | undefined {
  const written = NAME.exec(text)?.[1];
  if (written !== BY_TEXT) return written;
  const name = names.get(text) ?? `${BY_TEXT}_${names.size}`;
  names.set(text, name);
  return name;
}

function preparingClient(
  client: pg.PoolClient,
  nameFor: (text: string) => string | undefined,
): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads by cursor');
    const name = nameFor(text);
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] });
  }
  return {
    query,
    release: (destroy) => {
      client.release(destroy);
    },
  };
}
