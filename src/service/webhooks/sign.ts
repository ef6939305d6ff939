import { signWebhook } from '#contract/signature/signature.ts';
import { signStandardWebhook } from '#contract/signature/webhook.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';

/** Returns the id by which receivers tell a repeated delivery from a new event. It is the same on each attempt. */
export function webhookId(eventId: string): string {
  return `evt_${eventId}`;
}

/** Returns the headers of one delivery: those of the specification and those of Standard Webhooks. */
export function deliveryHeaders(
  eventId: string,
  body: Buffer,
  secrets: SigningSecrets,
  now: Date,
): Record<string, string> {
  const id = webhookId(eventId);
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  return {
    'content-type': 'application/json',
    'user-agent': 'Tollgate',
    'x-signature': signWebhook(secrets.single, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandardWebhook(secrets.all, { id, timestamp, body }),
  };
}

/** A merchant's sealed webhook secret, with the one that it replaces while both are in use. */
export interface SealedSecrets {
  merchant_id: string;
  webhook_secret_sealed: Uint8Array;
  webhook_secret_old_sealed: Uint8Array | null;
  webhook_secret_old_until: Date | null;
  webhook_signature_switches_at: Date | null;
}

interface SigningSecrets {
  /** For `X-Signature`, which carries one signature only. */
  single: string;
  /** For `webhook-signature`, which carries one signature by each secret. */
  all: string[];
}

export function signingSecrets(keyring: Keyring, sealed: SealedSecrets, now: Date): SigningSecrets {
  const open = (bytes: Uint8Array) =>
    keyring.unseal(SEALED.webhookSecret, sealed.merchant_id, bytes);
  const current = open(sealed.webhook_secret_sealed);
  const {
    webhook_secret_old_sealed: oldSealed,
    webhook_secret_old_until: until,
    webhook_signature_switches_at: switchesAt,
  } = sealed;
  if (oldSealed === null || until === null || switchesAt === null || until <= now) {
    return { single: current, all: [current] };
  }
  const old = open(oldSealed);
  return { single: now < switchesAt ? old : current, all: [current, old] };
}
