import pg from 'pg';

/**
 * Calls `told` with every statement that this process sends to a database, on either engine, and its connection.
 *
 * @returns a function that ends the watch
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
