import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** More than a list shows; a merchant beyond them is found by its name. */
const MOST_SHOWN = 1_000;

export function listMerchants(db: Kysely<Tables>) {
  return db
    .selectFrom('merchants')
    .select(['id', 'name', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
}
