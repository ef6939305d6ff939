import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** All that are in a database. */
export async function countMerchants(db: Kysely<Tables>): Promise<number> {
  const { merchants } = await db
    .selectFrom('merchants')
    .select(({ fn }) => fn.countAll<bigint>().as('merchants'))
    .executeTakeFirstOrThrow();
  return Number(merchants);
}
