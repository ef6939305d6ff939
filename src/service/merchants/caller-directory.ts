import { LRUCache } from 'lru-cache';
import type { Batcher } from '../platform/database/batch.ts';
import { isBound, type ReportUnverified } from '../platform/bound-rows.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import { callersByKey, selectConfigVersion, touchKey, type CallerRow } from './queries.ts';
import { isTestKey } from './keys.ts';
import type { RouteDeps } from './method-routes.ts';
import { methodsFrom } from './read-merchant.ts';
import type { Caller, MerchantCaller, PageCaller } from './settings.ts';

/** Maximum keys whose callers are cached. The least recently used is evicted. */
const KEYS_KEPT = 1_000;
/** `last_used_at` is for people: a minute's precision is enough. */
const TOUCH_INTERVAL_MS = 60_000;

export interface FoundCaller {
  caller: Caller;
  /** True if the caller came from the cache, so its settings may have changed since. */
  fromMemory: boolean;
}

/**
 * Finds callers by API key id. Caches each merchant's settings under their version. A statement that relies on
 * cached settings compares the version; code that refuses a request because of them calls `isCurrent` first. So
 * revoking a key or switching off a method takes effect at once, in every process.
 */
export interface CallerDirectory {
  find(keyId: string, options: { fresh: boolean }): Promise<FoundCaller | undefined>;
  isCurrent(caller: MerchantCaller): Promise<boolean>;
  /** Records in the background that a key was used. Call it only for requests with a valid signature by that key. */
  recordUse(caller: Caller): void;
}

interface DirectoryDeps {
  db: Db;
  batches: Batcher;
  keyring: Keyring;
  now: () => Date;
  /** Whether test keys are accepted: only in a sandbox. */
  testKeys: boolean;
  /** The key of the page in this process. It is never stored and ends with the process. */
  pageKey: PageCaller | undefined;
  onTouchFailed: (error: unknown) => void;
  reportUnverified: ReportUnverified;
}

export function createCallerDirectory(deps: DirectoryDeps): CallerDirectory {
  const kept = new LRUCache<string, MerchantCaller>({ max: KEYS_KEPT });
  const touchedAtMs = new LRUCache<string, number>({ max: KEYS_KEPT });

  return {
    async find(keyId, { fresh }) {
      if (keyId === deps.pageKey?.keyId) return { caller: deps.pageKey, fromMemory: false };
      const known = fresh ? undefined : kept.get(keyId);
      const caller = known ?? (await load(deps, keyId));
      if (caller === undefined || hasExpired(caller, deps.now())) {
        kept.delete(keyId);
        return undefined;
      }
      if (caller.scope === 'merchant') kept.set(keyId, caller);
      return { caller, fromMemory: known !== undefined };
    },

    async isCurrent(caller) {
      return (await selectConfigVersion(deps.db, caller.merchantId)) === caller.version;
    },

    recordUse({ keyId }) {
      if (keyId === deps.pageKey?.keyId) return;
      const nowMs = deps.now().getTime();
      if (nowMs < (touchedAtMs.get(keyId) ?? 0) + TOUCH_INTERVAL_MS) return;
      touchedAtMs.set(keyId, nowMs);
      touchKey(deps.db, keyId, new Date(nowMs)).catch(deps.onTouchFailed);
    },
  };
}

function hasExpired(caller: Caller, now: Date): boolean {
  return caller.expiresAt !== null && caller.expiresAt <= now;
}

async function load(deps: DirectoryDeps, keyId: string): Promise<Caller | undefined> {
  const row = await deps.batches.run(callersByKey, { keyId });
  if (row?.revoked_at !== null) return undefined;
  if (!isBound(deps.keyring, 'api_keys', row)) {
    deps.reportUnverified(`API key ${row.id}`, 'The key is refused.');
    return undefined;
  }
  const secret = deps.keyring.unseal(SEALED.apiKeySecret, row.id, row.secret_sealed);
  if (isTestKey(secret) && !deps.testKeys) return undefined;
  const key = { keyId: row.id, secret, expiresAt: row.expires_at };
  return row.merchant_id === null || row.config_version === null
    ? { scope: 'page', ...key }
    : merchantCaller(deps, row, key, row.merchant_id, row.config_version);
}

function merchantCaller(
  deps: RouteDeps,
  row: CallerRow,
  key: { keyId: string; secret: string; expiresAt: Date | null },
  merchantId: string,
  version: bigint,
): MerchantCaller {
  const methods = methodsFrom(deps, row.methods);
  return { scope: 'merchant', ...key, merchantId, version, methods };
}
