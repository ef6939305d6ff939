import { sql, type Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

interface Part {
  /** The last merchant before it. */
  after: string | undefined;
  limit: number;
}

/** By name. */
export function listMerchants(db: Kysely<Tables>, { after, limit }: Part) {
  const query = db
    .selectFrom('merchants')
    .select(['id', 'name', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.name, last.id from merchants as last where last.id = ${after})`;
  return query.where(sql<boolean>`(name, id) > ${last}`).execute();
}
