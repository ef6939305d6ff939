import type { Db } from '../platform/database/schema.ts';

/** Each function reads a state for the audit to compare before and after a change. None includes a secret. */

export function merchantSettings(db: Db, id: string) {
  return db
    .selectFrom('merchants')
    .select(['name', 'logo_url', 'accent', 'support_url', 'operator_name', 'terms_url'])
    .select(['privacy_url', 'payin_webhook_url', 'payout_webhook_url', 'refund_webhook_url'])
    .select(['dispute_webhook_url', 'webhook_payload'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function orderStatus(db: Db, id: string) {
  const columns = ['status', 'resolution', 'resolution_code'] as const;
  const read = (table: 'payins' | 'payouts') =>
    db.selectFrom(table).select(columns).where('id', '=', id).executeTakeFirst();
  return (await read('payins')) ?? (await read('payouts'));
}

export function attentionEntry(db: Db, id: string) {
  return db
    .selectFrom('attention')
    .select(['kind', 'order_id', 'resolved_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function eventState(db: Db, id: string) {
  return db
    .selectFrom('webhook_events')
    .select(['state', 'tries', 'next_attempt_at', 'ended_at', 'destination_url'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function keyState(db: Db, id: string) {
  return db
    .selectFrom('api_keys')
    .select(['expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}
