import pg from 'pg';

/**
 * Tells of every statement that this process has a database do, on either engine, and by which connection.
 *
 * @returns what ends it
 */
export function watchStatements(told: (text: string, connection: object) => void): () => void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = new Proxy(query, {
    apply(unwatched, self: object, args: unknown[]): unknown {
      const [first] = args;
      told(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')), self);
      return Reflect.apply(unwatched, self, args);
    },
  });
  return () => {
    pg.Client.prototype.query = query;
  };
}
