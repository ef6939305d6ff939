import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED } from '../platform/keyring.ts';
import { changeSettings } from './change-settings.ts';

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
function newApiSecret(kind: KeyKind): string {
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

/** A key of scope `page` that lives and dies with its process: it is never stored. */
export interface PageKey {
  keyId: string;
  secret: string;
}

export function newPageKey(): PageKey {
  return { keyId: randomUUID(), secret: newApiSecret('live') };
}

type KeyDeps = Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'newId'>;

type KeyOwner = { scope: 'merchant'; merchantId: string } | { scope: 'page' };

function merchantOf(owner: KeyOwner): string | null {
  return owner.scope === 'merchant' ? owner.merchantId : null;
}

export async function issueKey(deps: KeyDeps, owner: KeyOwner, kind: KeyKind): Promise<IssuedKey> {
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

/**
 * Issues a new key for the same owner; the old one works on for the overlap, so that an integration
 * changes over without an outage.
 *
 * @returns undefined when there is no such key, or it has ended already
 */
export async function rotateKey(
  deps: KeyDeps,
  keyId: string,
  options: { overlapMs: number; kind: KeyKind },
): Promise<IssuedKey | undefined> {
  const owner = await selectKeyOwner(deps.db, keyId);
  if (owner === undefined) return undefined;
  return changeSettings(deps.db, merchantOf(owner), async (db) => {
    if (!(await lockActiveKey(db, keyId, deps.now()))) return undefined;
    const issued = await issueKey({ ...deps, db }, owner, options.kind);
    const endsAt = new Date(deps.now().getTime() + options.overlapMs);
    await endKey(db, keyId, { expires_at: endsAt });
    return issued;
  });
}

/**
 * Ends a key at once, in every process: the merchant's settings get a new version, and nothing is done
 * on older ones.
 *
 * @returns false when there is no such key
 */
export async function revokeKey(
  { db, now }: Pick<KeyDeps, 'db' | 'now'>,
  keyId: string,
): Promise<boolean> {
  const owner = await selectKeyOwner(db, keyId);
  if (owner === undefined) return false;
  return changeSettings(db, merchantOf(owner), (trx) => endKey(trx, keyId, { revoked_at: now() }));
}

/** Whose key it is; undefined when there is no such key. */
async function selectKeyOwner(db: Db, keyId: string): Promise<KeyOwner | undefined> {
  const key = await db
    .selectFrom('api_keys')
    .select('merchant_id')
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (key === undefined) return undefined;
  return key.merchant_id === null
    ? { scope: 'page' }
    : { scope: 'merchant', merchantId: key.merchant_id };
}

/** Whether a key is active; it is locked until the transaction ends. */
async function lockActiveKey(trx: Db, keyId: string, now: Date): Promise<boolean> {
  const key = await trx
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();
  return key !== undefined;
}

/** As part of a change of its merchant's settings. @returns false when it was revoked before */
async function endKey(
  trx: Db,
  keyId: string,
  end: { expires_at: Date } | { revoked_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set(end)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
