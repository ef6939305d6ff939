import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { newWebhookSecret } from '../merchants/keys.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';

/** What is left out stays as it is; null removes an address. */
interface WebhookSettings {
  payinUrl?: string | null | undefined;
  payoutUrl?: string | null | undefined;
  refundUrl?: string | null | undefined;
  payload?: WebhookPayload | undefined;
}

/**
 * Where a merchant's webhooks go, and in which shape: for orders and refunds that end from now on.
 *
 * @returns false when there is no such merchant
 */
export async function configureWebhooks(
  db: Db,
  merchantId: string,
  { payinUrl, payoutUrl, refundUrl, payload }: WebhookSettings,
): Promise<boolean> {
  const changed = await db
    .updateTable('merchants')
    .set((eb) => ({
      webhook_payload: payload ?? eb.ref('webhook_payload'),
      ...(payinUrl !== undefined && { payin_webhook_url: payinUrl }),
      ...(payoutUrl !== undefined && { payout_webhook_url: payoutUrl }),
      ...(refundUrl !== undefined && { refund_webhook_url: refundUrl }),
    }))
    .where('id', '=', merchantId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

interface RotatedSecret {
  /** Shown this once. */
  secret: string;
  /** Until then `webhook-signature` carries a signature by each of the two. */
  oldSecretUntil: Date;
  /** From then on `X-Signature` is by the new secret. */
  signatureSwitchesAt: Date;
}

interface Rotation {
  overlapMs: number;
  /** When `X-Signature` changes over; by default when the overlap ends. */
  switchAt: Date | undefined;
}

/**
 * Gives a merchant a new webhook secret beside the one in use. A receiver of Standard Webhooks takes
 * either while both sign; one that knows `X-Signature` alone has to change its secret at the moment
 * that was chosen, since that header has room for one signature.
 *
 * @returns undefined when there is no such merchant; 'overlapping' while an earlier rotation is under
 *   way, unless the old secrets are to end at once
 */
export async function rotateWebhookSecret(
  deps: { db: Db; keyring: Keyring; now: () => Date },
  merchantId: string,
  { overlapMs, switchAt }: Rotation,
): Promise<RotatedSecret | 'overlapping' | undefined> {
  const now = deps.now();
  const secret = newWebhookSecret();
  const until = new Date(now.getTime() + overlapMs);
  const switches = switchAt === undefined || switchAt > until ? until : switchAt;
  return inTransaction(deps.db, async (trx) => {
    const merchant = await trx
      .selectFrom('merchants')
      .select(['webhook_secret_sealed', 'webhook_secret_old_until'])
      .where('id', '=', merchantId)
      .forUpdate()
      .executeTakeFirst();
    if (merchant === undefined) return undefined;
    const { webhook_secret_old_until: running } = merchant;
    if (overlapMs > 0 && running !== null && running > now) return 'overlapping';
    await trx
      .updateTable('merchants')
      .set({
        webhook_secret_sealed: deps.keyring.seal(SEALED.webhookSecret, merchantId, secret),
        webhook_secret_old_sealed: merchant.webhook_secret_sealed,
        webhook_secret_old_until: until,
        webhook_signature_switches_at: switches,
      })
      .where('id', '=', merchantId)
      .execute();
    return { secret, oldSecretUntil: until, signatureSwitchesAt: switches };
  });
}
