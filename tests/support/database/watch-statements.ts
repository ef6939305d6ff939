import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * Tells of every statement that this process has a database do, on either engine, and by which connection.
 *
 * @returns what ends it
 */
export function watchStatements(told: (text: string, connection: object) => void): () => void {
  const [pglite, client] = [PGlite.prototype.query, pg.Client.prototype.query];
  const watched = <Query extends typeof pglite | typeof client>(query: Query): Query =>
    new Proxy(query, {
      apply(unwatched, self: object, args: unknown[]): unknown {
        const [first] = args;
        told(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')), self);
        return Reflect.apply(unwatched, self, args);
      },
    });
  PGlite.prototype.query = watched(pglite);
  pg.Client.prototype.query = watched(client);
  return () => {
    PGlite.prototype.query = pglite;
    pg.Client.prototype.query = client;
  };
}
