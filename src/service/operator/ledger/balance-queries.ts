import type { Currency } from '#domain/money.ts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';

export interface AccountBalance {
  /** Of the gate or, for a wallet, of the merchant, and the currency. */
  account: string;
  merchant_id: string;
  merchant: string;
  /** Null for a wallet, like the gate's name. */
  gate_id: string | null;
  gate: string | null;
  frozen: boolean;
  currency: Currency;
  available_minor: bigint;
  hold_minor: bigint;
  rolling_minor: bigint;
  payout_reserve_minor: bigint;
}

interface Part {
  /** The last account before it. */
  after: string | undefined;
  limit: number;
}

interface Filter {
  merchantId: string | undefined;
  gateId?: string | undefined;
}

/** By merchant and gate, a merchant's wallets behind its gates; no entry is added up. */
export async function selectAccounts(
  db: Kysely<Tables>,
  { merchantId, gateId }: Filter,
  { after, limit }: Part,
): Promise<AccountBalance[]> {
  const place = sql`merchant, merchant_id, gate is null, gate, currency`;
  const { rows } = await sql<AccountBalance>`
    with accounts as (
      select gates.id || '/' || currency as account, merchants.id as merchant_id,
        merchants.name as merchant, gates.id as gate_id, gates.name as gate, gates.frozen, currency,
        available_minor, hold_minor, rolling_minor, payout_reserve_minor
      from gate_accounts join gates on gates.id = gate_id join merchants on merchants.id = merchant_id
      union all
      select merchants.id || '/' || currency, merchants.id, merchants.name, null, null, false, currency,
        balance_minor, 0, 0, 0
      from wallets join merchants on merchants.id = merchant_id
    ), placed as (
      select *, row_number() over (order by ${place}) as number from accounts
      where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
        and ${gateId === undefined ? sql`true` : sql`gate_id = ${gateId}`}
    )
    select account, merchant_id, merchant, gate_id, gate, frozen, currency, available_minor,
      hold_minor, rolling_minor, payout_reserve_minor
    from placed
    where ${after === undefined ? sql`true` : sql`number > (select number from placed where account = ${after})`}
    order by number limit ${limit}`.execute(db);
  return rows;
}
