import type { Keyring } from '../../platform/keyring.ts';
import { SEALED } from '../../platform/keyring-purposes.ts';

/** A merchant's webhook secret as it rests, with the one that it replaces while both are in use. */
export interface SealedSecrets {
  merchant_id: string;
  webhook_secret_sealed: Uint8Array;
  webhook_secret_old_sealed: Uint8Array | null;
  webhook_secret_old_until: Date | null;
  webhook_signature_switches_at: Date | null;
}

export interface SigningSecrets {
  /** For `X-Signature`, which carries one signature only. */
  single: string;
  /** For `webhook-signature`, which carries one for each. */
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
