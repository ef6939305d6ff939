import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceContext } from '../platform/context.ts';
import { changeBoundRow, type BindDeps } from '../platform/bound-rows.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED } from '../platform/keyring.ts';
import { changeSettings } from './change-settings.ts';

const SECRET_BYTES = 32;

export interface IssuedKey {
  keyId: string;
  /** Shown only once; the database keeps only its sealed form. */
  secret: string;
}

export type KeyKind = 'test' | 'live';

const TEST_KEY = 'tg_test_';
const PREFIXES = { test: TEST_KEY, live: 'tg_live_' } as const satisfies Record<KeyKind, string>;

/** Returns a new API secret: `tg_test_` or `tg_live_`, and 32 random bytes in base64url. */
function newApiSecret(kind: KeyKind): string {
  return PREFIXES[kind] + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a secret belongs to a test key. Deployments that move real money have no test keys. */
export function isTestKey(secret: string): boolean {
  return secret.startsWith(TEST_KEY);
}

/** Returns a new webhook secret in Standard Webhooks form: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** A key of scope `page` that exists only in its process's memory: it is never stored. */
export interface PageKey {
  keyId: string;
  secret: string;
}

export function newPageKey(): PageKey {
  return { keyId: randomUUID(), secret: newApiSecret('live') };
}

type KeyDeps = Pick<ServiceContext, 'keyring' | 'now' | 'newId'> & BindDeps;

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
  await changeSettings(deps.db, merchantId, (db) =>
    changeBoundRow({ ...deps, db }, { table: 'api_keys', id: key.id, isWhole: true }, (trx) =>
      trx.insertInto('api_keys').values(key).execute(),
    ),
  );
  return issued;
}

/**
 * Issues a new key for the same owner. The old key stays valid for the overlap, so that an integration can switch
 * without an outage.
 *
 * @returns undefined for an unknown, revoked or expired key
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
    await changeBoundRow({ ...deps, db }, { table: 'api_keys', id: keyId }, (trx) =>
      endKey(trx, keyId, { expires_at: endsAt }),
    );
    return issued;
  });
}

/**
 * Revokes a key at once, in every process: raises the merchant's settings version, and every statement rejects an
 * older one. Page keys are not cached.
 *
 * @returns when it was revoked; undefined for an unknown key, or one that was revoked before
 */
export async function revokeKey(
  deps: Omit<KeyDeps, 'newId'>,
  keyId: string,
): Promise<Date | undefined> {
  const owner = await selectKeyOwner(deps.db, keyId);
  if (owner === undefined) return undefined;
  const revoked_at = deps.now();
  // Whatever else its row says, a revoked key grants nothing.
  const row = { table: 'api_keys', id: keyId, isWhole: true } as const;
  const isRevoked = await changeSettings(deps.db, merchantOf(owner), (db) =>
    changeBoundRow({ ...deps, db }, row, (trx) => endKey(trx, keyId, { revoked_at })),
  );
  return isRevoked ? revoked_at : undefined;
}

/** Returns a key's owner, or undefined for an unknown key. */
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

/** Whether a key is active. Locks it until the transaction ends. */
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

/**
 * Ends a key, within `changeSettings`.
 *
 * @returns false for an unknown key, or one that was revoked before
 */
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
