import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../platform/context.ts';
import { changeSettings } from './change-settings.ts';
import { merchantOf, type KeyOwner } from './key-queries.ts';
import { SEALED } from '../platform/keyring.ts';

const SECRET_BYTES = 32;

export interface IssuedKey {
  keyId: string;
  /** Shown this once; only its sealed form is kept. */
  secret: string;
}

export type KeyKind = 'test' | 'live';

const TEST_KEY = 'tg_test_';
const PREFIXES = { test: TEST_KEY, live: 'tg_live_' } as const satisfies Record<KeyKind, string>;

/** A secret as merchants receive it: `tg_test_` or `tg_live_` and 32 random bytes in base64url. */
export function newApiSecret(kind: KeyKind): string {
  return PREFIXES[kind] + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a key is one for trying things out: where real money moves there are none. */
export function isTestKey(secret: string): boolean {
  return secret.startsWith(TEST_KEY);
}

/** A webhook secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export async function issueKey(
  deps: Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'newId'>,
  owner: KeyOwner,
  kind: KeyKind,
): Promise<IssuedKey> {
  const issued = { keyId: deps.newId(), secret: newApiSecret(kind) };
  const merchantId = merchantOf(owner);
  const key = {
    id: issued.keyId,
    merchant_id: merchantId,
    scope: owner.scope,
    secret_sealed: deps.keyring.seal(SEALED.apiKeySecret, issued.keyId, issued.secret),
    created_at: deps.now(),
  };
  await changeSettings(deps.db, merchantId, (trx) =>
    trx.insertInto('api_keys').values(key).execute(),
  );
  return issued;
}
