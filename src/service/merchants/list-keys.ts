import { sql, type Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

interface Part {
  /** The last key before it. */
  after: string | undefined;
  limit: number;
}

/** A merchant's keys, the latest first, without their secrets. */
export function listKeys(db: Kysely<Tables>, merchantId: string, { after, limit }: Part) {
  const query = db
    .selectFrom('api_keys')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from api_keys as last where last.id = ${after})`;
  return query.where(sql<boolean>`(created_at, id) < ${last}`).execute();
}
