import { UUID } from '#contract/patterns.ts';
import type { Db } from '../platform/database/schema.ts';

/** Finds a merchant by id or name. Returns `several` if more than one merchant has the name. */
export async function findMerchant(
  db: Db,
  reference: string,
): Promise<{ id: string; name: string } | 'several' | undefined> {
  const [found, another] = await db
    .selectFrom('merchants')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .limit(2)
    .execute();
  return another === undefined ? found : 'several';
}
