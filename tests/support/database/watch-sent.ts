import pg from 'pg';

/** What a connection sends; the types leave it out. */
interface Sending {
  query(text: string): void;
  parse(statement: { name?: string; text: string }): void;
  bind(run: { statement?: string }): void;
}

/**
 * Tells of each statement as it is sent to PostgreSQL, what is sent along with another one too: of connections that are made from then on.
 *
 * @returns what ends it
 */
export function watchSent(told: (text: string, connection: object) => void): () => void {
  const connection = pg.Connection.prototype as unknown as Sending;
  const { query, parse, bind } = connection;
  const parsed = new WeakMap<object, Map<string, string>>();
  connection.query = function (this: Sending, ...args) {
    told(args[0], this);
    Reflect.apply(query, this, args);
  };
  connection.parse = function (this: Sending, ...args) {
    const texts = parsed.get(this) ?? new Map<string, string>();
    parsed.set(this, texts.set(args[0].name ?? '', args[0].text));
    Reflect.apply(parse, this, args);
  };
  connection.bind = function (this: Sending, ...args) {
    const text = parsed.get(this)?.get(args[0].statement ?? '');
    if (text !== undefined) told(text, this);
    Reflect.apply(bind, this, args);
  };
  return () => {
    Object.assign(connection, { query, parse, bind });
  };
}
