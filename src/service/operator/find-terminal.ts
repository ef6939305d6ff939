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
