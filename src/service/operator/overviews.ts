import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** What an operator is shown of one thing. Never with a secret. */

type Db = Kysely<Tables>;

export function keyOverview(db: Db, id: string) {
  return db
    .selectFrom('api_keys')
    .leftJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .select(['api_keys.id', 'scope', 'merchants.name as merchant', 'api_keys.created_at'])
    .select(['last_used_at', 'expires_at', 'revoked_at'])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
}

export function webhookSettings(db: Db, id: string) {
  return db
    .selectFrom('merchants')
    .select(['payin_webhook_url as payin_url', 'payout_webhook_url as payout_url'])
    .select(['refund_webhook_url as refund_url', 'webhook_payload as payload'])
    .select(['webhook_secret_old_until as old_secret_until'])
    .select('webhook_signature_switches_at as signature_switches_at')
    .where('id', '=', id)
    .executeTakeFirst();
}
