import pg from 'pg';

declare module 'pg' {
  /** What a client calls of a query, which the types leave out. */
  interface Query {
    handleCommandComplete: (message: unknown, connection: pg.Connection) => void;
  }
}

/**
 * Sends a statement to a session whose statements find their tables in this schema; undefined is the one that it has by
 * itself.
 */
export type SendIn = (
  client: pg.PoolClient,
  query: pg.QueryConfig,
  schema: string | undefined,
) => Promise<pg.QueryResult>;

/** What failed may have set the schema or not: a transaction that is undone takes it back. */
const UNKNOWN = Symbol('unknown');

/**
 * A session that is in another schema is put into this one. Once it has been in a schema, what puts it there is sent along with
 * a prepared statement that stands alone: a round trip less. Both are one transaction then, so the statement is never run
 * in another schema.
 */
export function createEntrance(): SendIn {
  const sessions = new WeakMap<pg.PoolClient, Session>();
  return async (client, query, schema) => {
    const session = sessions.get(client) ?? { schema: undefined, prepared: new Set() };
    if (session.schema === schema) return client.query(query);
    sessions.set(client, session);
    const entry = entryTo(schema);
    session.schema = UNKNOWN;
    if (session.prepared.has(schema) && mayGoTogether(client, query)) {
      const result = await sendTogether(client, entry, query);
      session.schema = schema;
      return result;
    }
    await client.query(entry);
    session.schema = schema;
    session.prepared.add(schema);
    return client.query(query);
  };
}

interface Session {
  schema: string | undefined | typeof UNKNOWN;
  /** Where it has been, by statements that are prepared since. */
  prepared: Set<string | undefined>;
}

interface Entry {
  name: string;
  text: string;
}

function entryTo(schema: string | undefined): Entry {
  return schema === undefined
    ? { name: 'enter', text: 'reset search_path' }
    : { name: `enter_${schema}`, text: `set search_path to ${schema}` };
}

/**
 * Only what has a name is sent by the protocol that prepared statements need. What begins a transaction has none: undone, it
 * would take the schema back, unnoticed.
 */
function mayGoTogether(client: pg.PoolClient, { name }: pg.QueryConfig): boolean {
  return name !== undefined && client.getTransactionStatus() === 'I';
}

/** Runs a prepared statement and another one behind it: in one write, and one transaction. */
async function sendTogether(
  client: pg.PoolClient,
  first: Entry,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const second = new pg.Query(query, (error: Error | undefined, result) => {
    if (error) reject(error);
    else resolve(result);
  });
  const submit = second.submit.bind(second);
  second.submit = (connection) => {
    connection.stream.cork();
    connection.bind({ statement: first.name }, true);
    connection.execute({}, true);
    submit(connection);
    connection.stream.uncork();
  };
  const complete = second.handleCommandComplete.bind(second);
  second.handleCommandComplete = () => {
    // That was the first one.
    second.handleCommandComplete = complete;
  };
  client.query(second);
  try {
    return await promise;
  } catch (error) {
    // As of other statements: the stack leads to whoever sent it, in the place of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
