import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** Nobody has more: they are ended, and stay. */
const MOST_SHOWN = 200;

/** A merchant's keys, the latest first, without their secrets. */
export function listKeys(db: Kysely<Tables>, merchantId: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
}
