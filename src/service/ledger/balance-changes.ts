import type { Entry } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';

/** What entries do to a gate's buckets in one currency, in minor units. */
export interface GateChange {
  gateId: string;
  currency: Currency;
  available: bigint;
  hold: bigint;
  rolling: bigint;
  payout_reserve: bigint;
}

export interface WalletChange {
  merchantId: string;
  currency: Currency;
  balance: bigint;
}

export interface BalanceChanges {
  gates: GateChange[];
  wallets: WalletChange[];
}

/** Entries summed up by the balance they change. The platform's own accounts have none. */
export function balanceChanges(entries: readonly Entry[]): BalanceChanges {
  const gates = new Map<string, GateChange>();
  const wallets = new Map<string, WalletChange>();
  for (const { account, currency, amountMinor } of entries) {
    if ('gateId' in account) {
      const change = taken(gates, `${account.gateId} ${currency}`, () => ({
        ...{ gateId: account.gateId, currency },
        ...{ available: 0n, hold: 0n, rolling: 0n, payout_reserve: 0n },
      }));
      change[account.kind] += amountMinor;
    } else if ('merchantId' in account) {
      const { merchantId } = account;
      const fresh = () => ({ merchantId, currency, balance: 0n });
      taken(wallets, `${merchantId} ${currency}`, fresh).balance += amountMinor;
    }
  }
  return { gates: [...gates.values()], wallets: [...wallets.values()] };
}

function taken<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}
