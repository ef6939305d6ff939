import { UUID } from '#contract/patterns.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** A terminal by its id or its name, which is unique. */
export async function findTerminal(
  db: Kysely<Tables>,
  reference: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
}

/** One that all merchants share, which each cell has under the same name and an id of its own. */
export async function findSharedTerminal(
  db: Kysely<Tables>,
  name: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select('id')
    .where('name', '=', name)
    .where('merchant_id', 'is', null)
    .executeTakeFirst();
}
