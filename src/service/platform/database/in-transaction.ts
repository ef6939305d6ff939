import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** In the transaction that there is, or else in one of its own. */
export function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
