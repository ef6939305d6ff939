import { newWebhookSecret } from '../merchants/keys.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';

interface RotatedSecret {
  /** Shown only once. */
  secret: string;
  /** Until then `webhook-signature` carries two signatures, one by each secret. */
  oldSecretUntil: Date;
  /** From then on `X-Signature` is made with the new secret. */
  signatureSwitchesAt: Date;
}

interface Rotation {
  overlapMs: number;
  /** When `X-Signature` switches to the new secret; by default when the overlap ends. */
  switchAt: Date | undefined;
}

/**
 * Gives a merchant a new webhook secret beside the one in use. A receiver of Standard Webhooks accepts either while
 * both sign. A receiver that knows only `X-Signature` must change its secret at the moment of the switch, because
 * that header has room for one signature.
 *
 * Locks the merchant.
 *
 * @returns undefined if the merchant does not exist; 'overlapping' if an earlier rotation is under way, unless the
 *   old secrets end at once (`overlapMs` 0)
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
