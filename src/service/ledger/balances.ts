import { CURRENCIES, type Currency } from '#domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

export interface CurrencyBalance {
  currency: Currency;
  walletMinor: bigint;
  gates: GateBalance[];
}

export interface GateBalance {
  gateId: string;
  /** Negative if disputes took more than was available. */
  availableMinor: bigint;
  /** Money on hold, plus the reserves of open payouts, refunds and disputes. */
  holdMinor: bigint;
  rollingMinor: bigint;
}

interface AccountRow {
  configVersion: bigint;
  /** Null for a wallet. */
  gate_id: string | null;
  /** Null if the merchant has neither a gate account nor a wallet. */
  currency: Currency | null;
  available_minor: bigint;
  hold_minor: bigint;
  rolling_minor: bigint;
}

/**
 * Reads a merchant's balances by currency, in the order of `CURRENCIES`, and then by gate id. It is one statement,
 * which sums no entries, so its cost does not depend on the number of orders.
 *
 * @returns undefined if the merchant does not exist
 */
export async function readBalances(
  db: Db,
  merchantId: string,
): Promise<{ configVersion: bigint; balances: CurrencyBalance[] } | undefined> {
  const { rows } = await sql<AccountRow>`
    select merchants.config_version as "configVersion", account.*
    from merchants left join lateral (
      select gate_id, currency, available_minor,
        hold_minor + payout_reserve_minor + refund_reserve_minor + dispute_reserve_minor as hold_minor,
        rolling_minor
      from gate_accounts join gates on gates.id = gate_accounts.gate_id
      where gates.merchant_id = merchants.id
      union all
      select null, currency, balance_minor, 0, 0 from wallets
      where wallets.merchant_id = merchants.id
    ) account on true
    where merchants.id = ${merchantId}
    order by account.gate_id`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const balances = CURRENCIES.flatMap((currency) => balanceIn(currency, rows));
  return { configVersion: first.configVersion, balances };
}

function balanceIn(currency: Currency, rows: readonly AccountRow[]): CurrencyBalance[] {
  const accounts = rows.filter((row) => row.currency === currency);
  if (accounts.length === 0) return [];
  const wallet = accounts.find(({ gate_id }) => gate_id === null);
  const gates = accounts.flatMap(({ gate_id, available_minor, hold_minor, rolling_minor }) =>
    gate_id === null
      ? []
      : {
          gateId: gate_id,
          availableMinor: available_minor,
          holdMinor: hold_minor,
          rollingMinor: rolling_minor,
        },
  );
  return [{ currency, walletMinor: wallet?.available_minor ?? 0n, gates }];
}
