import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import type { Keyring } from '../keyring.ts';
import {
  selectCaller,
  selectConfigVersion,
  touchKey,
  type CallerRow,
  type MethodJson,
} from './queries.ts';
import {
  API_KEY_PURPOSE,
  type Caller,
  type GateMethod,
  type MerchantCaller,
  type PageCaller,
} from './settings.ts';

/** Callers kept in memory; the one not used for longest goes first. */
const CALLERS_KEPT = 1_000;
/** `last_used_at` is for people: a minute's precision is enough. */
const TOUCH_INTERVAL_MS = 60_000;

export interface FoundCaller {
  caller: Caller;
  /** True when nothing was read for this answer, so that what it says may have changed since. */
  fromMemory: boolean;
}

/**
 * Who calls, by API key id. A merchant's settings are kept in memory under their version; whoever
 * acts on them compares the version in the statement that acts, and whoever refuses because of them
 * asks `isCurrent` first. So a revoked key or a method switched off counts at once, in every process.
 */
export interface CallerDirectory {
  find(keyId: string, options: { fresh: boolean }): Promise<FoundCaller | undefined>;
  isCurrent(caller: MerchantCaller): Promise<boolean>;
}

interface DirectoryDeps {
  db: Kysely<Tables>;
  keyring: Keyring;
  now: () => Date;
  /** The page's own key in this process: never stored, gone with the process. */
  pageKey: PageCaller | undefined;
  onTouchFailed: (error: unknown) => void;
}

interface Kept {
  caller: MerchantCaller;
  touchedAtMs: number;
}

export function createCallerDirectory(deps: DirectoryDeps): CallerDirectory {
  const kept = new Map<string, Kept>();

  function keep(caller: MerchantCaller): void {
    const touchedAtMs = kept.get(caller.keyId)?.touchedAtMs ?? 0;
    kept.delete(caller.keyId);
    kept.set(caller.keyId, { caller, touchedAtMs });
    if (kept.size <= CALLERS_KEPT) return;
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }

  function touch(keyId: string): void {
    const entry = kept.get(keyId);
    if (entry === undefined) return;
    const nowMs = deps.now().getTime();
    if (nowMs < entry.touchedAtMs + TOUCH_INTERVAL_MS) return;
    entry.touchedAtMs = nowMs;
    touchKey(deps.db, keyId, new Date(nowMs)).catch(deps.onTouchFailed);
  }

  return {
    async find(keyId, { fresh }) {
      if (keyId === deps.pageKey?.keyId) return { caller: deps.pageKey, fromMemory: false };
      const known = fresh ? undefined : kept.get(keyId)?.caller;
      const caller = known ?? (await load(deps, keyId));
      if (caller === undefined || hasExpired(caller, deps.now())) {
        kept.delete(keyId);
        return undefined;
      }
      if (caller.scope === 'merchant') {
        keep(caller);
        touch(keyId);
      }
      return { caller, fromMemory: known !== undefined };
    },

    async isCurrent(caller) {
      return (await selectConfigVersion(deps.db, caller.merchantId)) === caller.version;
    },
  };
}

function hasExpired(caller: Caller, now: Date): boolean {
  return caller.expiresAt !== null && caller.expiresAt <= now;
}

async function load(deps: DirectoryDeps, keyId: string): Promise<Caller | undefined> {
  const row = await selectCaller(deps.db, keyId);
  if (row?.revoked_at !== null) return undefined;
  const secret = deps.keyring.unseal(API_KEY_PURPOSE, row.secret_sealed);
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
    routes: json.routes,
  };
}

function optionalMinor(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}
