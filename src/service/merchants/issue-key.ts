import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import type { Keyring } from '../keyring.ts';
import type { KeyOwner } from './key-queries.ts';
import { API_KEY_PURPOSE } from './settings.ts';

const SECRET_BYTES = 32;

export interface IssuedKey {
  keyId: string;
  /** Shown this once; only its sealed form is kept. */
  secret: string;
}

/** A secret as merchants receive it: `tg_test_` or `tg_live_` and 32 random bytes in base64url. */
export function newApiSecret(kind: 'test' | 'live'): string {
  return `tg_${kind}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** A webhook secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export async function issueKey(
  deps: { db: Kysely<Tables>; keyring: Keyring; now: () => Date },
  owner: KeyOwner,
  kind: 'test' | 'live',
): Promise<IssuedKey> {
  const issued = { keyId: randomUUID(), secret: newApiSecret(kind) };
  await deps.db
    .insertInto('api_keys')
    .values({
      id: issued.keyId,
      merchant_id: owner.scope === 'merchant' ? owner.merchantId : null,
      scope: owner.scope,
      secret_sealed: deps.keyring.seal(API_KEY_PURPOSE, issued.keyId, issued.secret),
      created_at: deps.now(),
    })
    .execute();
  return issued;
}
