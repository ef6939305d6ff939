import { UUID } from '#contract/patterns.ts';
import type { Db } from '../platform/database/schema.ts';

/** Finds a terminal by id or by name, which is unique. */
export async function findTerminal(
  db: Db,
  reference: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
}
