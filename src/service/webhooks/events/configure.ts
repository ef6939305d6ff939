import type { Kysely } from 'kysely';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** What is left out stays as it is; null removes an address. */
export interface WebhookSettings {
  payinUrl?: string | null | undefined;
  payoutUrl?: string | null | undefined;
  payload?: WebhookPayload | undefined;
}

/**
 * Where a merchant's webhooks go, and in which shape: for orders that end from now on.
 *
 * @returns false when there is no such merchant
 */
export async function configureWebhooks(
  db: Kysely<Tables>,
  merchantId: string,
  { payinUrl, payoutUrl, payload }: WebhookSettings,
): Promise<boolean> {
  const changed = await db
    .updateTable('merchants')
    .set((eb) => ({
      webhook_payload: payload ?? eb.ref('webhook_payload'),
      ...(payinUrl !== undefined && { payin_webhook_url: payinUrl }),
      ...(payoutUrl !== undefined && { payout_webhook_url: payoutUrl }),
    }))
    .where('id', '=', merchantId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
