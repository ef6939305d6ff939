import { LRUCache } from 'lru-cache';
import type { Cells } from '../platform/cells/cells.ts';
import type { Batcher } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import {
  callersByKey,
  selectConfigVersion,
  touchKey,
  type CallerRow,
  type MethodJson,
} from './queries.ts';
import { isTestKey } from './keys.ts';
import { optionalMinor, routeFrom } from './method-routes.ts';
import type { Caller, GateMethod, MerchantCaller, PageCaller } from './settings.ts';

/** Keys remembered with what is known of them; the one not used for longest goes first. */
const KEYS_KEPT = 1_000;
/** `last_used_at` is for people: a minute's precision is enough. */
const TOUCH_INTERVAL_MS = 60_000;

export interface FoundCaller {
  caller: Caller;
  /** True when nothing was read for this answer, so that what it says may have changed since. */
  fromMemory: boolean;
}

/**
 * Who calls, by API key id. A merchant's settings are kept in memory under their version. What
 * acts on them compares the version in its statement, and what refuses because of them
 * asks `isCurrent` first. So a revoked key or a method switched off counts at once, in every process.
 */
export interface CallerDirectory {
  find(keyId: string, options: { fresh: boolean }): Promise<FoundCaller | undefined>;
  isCurrent(caller: MerchantCaller): Promise<boolean>;
  /**
   * Records that a key was used, in the background. For requests that the key has signed, and no others.
   */
  recordUse(caller: Caller): void;
}

/** The directories of all cells as one: a key and its merchant are in the cell that the key's id names. */
export function callersOf(directories: Cells<CallerDirectory>): CallerDirectory {
  return {
    find: async (keyId, options) => directories.of(keyId)?.find(keyId, options),
    isCurrent: async (caller) =>
      (await directories.of(caller.merchantId)?.isCurrent(caller)) === true,
    recordUse(caller) {
      directories.of(caller.keyId)?.recordUse(caller);
    },
  };
}

interface DirectoryDeps {
  db: Db;
  batches: Batcher;
  keyring: Keyring;
  now: () => Date;
  /** Whether keys for trying things out are known: in a sandbox alone. */
  testKeys: boolean;
  /** The page's own key in this process: never stored, it ends with the process. */
  pageKey: PageCaller | undefined;
  onTouchFailed: (error: unknown) => void;
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
  const secret = deps.keyring.unseal(SEALED.apiKeySecret, row.id, row.secret_sealed);
  if (isTestKey(secret) && !deps.testKeys) return undefined;
  const key = { keyId: row.id, secret, expiresAt: row.expires_at };
  return row.merchant_id === null || row.config_version === null
    ? { scope: 'page', ...key }
    : merchantCaller(row, key, row.merchant_id, row.config_version);
}

function merchantCaller(
  row: CallerRow,
  key: { keyId: string; secret: string; expiresAt: Date | null },
  merchantId: string,
  version: bigint,
): MerchantCaller {
  const methods = new Map(row.methods.map((method) => [method.id, methodFrom(method)]));
  return { scope: 'merchant', ...key, merchantId, version, methods };
}

function methodFrom(json: MethodJson): GateMethod {
  return {
    id: json.id,
    gateId: json.gate_id,
    direction: json.direction,
    paymentSource: json.payment_source,
    currency: json.currency,
    paymentMethodCurrency: json.payment_method_currency,
    conversionRate: json.conversion_rate ?? undefined,
    feePercent: json.fee_percent,
    feeFixedMinor: BigInt(json.fee_fixed_minor),
    feeMinMinor: optionalMinor(json.fee_min_minor),
    feeMaxMinor: optionalMinor(json.fee_max_minor),
    amountMinMinor: BigInt(json.amount_min_minor),
    amountMaxMinor: BigInt(json.amount_max_minor),
    settlementPeriodDays: json.settlement_period_days,
    rollingPercent: json.rolling_percent,
    maxAttempts: json.max_attempts,
    waitingSeconds: json.waiting_seconds,
    maxPartAmountMinor: optionalMinor(json.max_part_amount_minor),
    active: json.active && json.gate_active,
    hasGateAccount: json.has_gate_account,
    gateFrozen: json.gate_frozen,
    routes: json.routes.map(routeFrom),
  };
}
