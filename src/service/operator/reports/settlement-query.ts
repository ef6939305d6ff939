import type { Currency } from '#domain/money.ts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import type { Period } from './period.ts';

/** What a day made of a gate's money in one currency. `opening + … = closing` is of what is available. */
export interface SettlementDay {
  merchant: string;
  gate: string;
  currency: Currency;
  day: string;
  opening_minor: bigint;
  /** Of payins, in full. */
  payins_minor: bigint;
  /** Of payins, and of payouts when they are reserved; given back with them. */
  fees_minor: bigint;
  /** What payins had to leave in hold and rolling. */
  holds_minor: bigint;
  releases_minor: bigint;
  /** Reserved, less what was given back; without fees. */
  payouts_minor: bigint;
  /** Moved or converted by operators: what came less what went. */
  corrections_minor: bigint;
  closing_minor: bigint;
  /** In hold and rolling at the day's end. */
  held_minor: bigint;
  /** Reserved for payouts at the day's end. */
  reserved_minor: bigint;
}

/**
 * Reads back from the balances, by the movements since the first day: what the history before it holds is
 * not added up again. One statement sees balances and movements of one moment.
 *
 * @param most one row more is read, so that it shows whether there are more
 */
export async function selectSettlement(
  db: Kysely<Tables>,
  { from, before, merchantId }: Period,
  most: number,
): Promise<SettlementDay[]> {
  const { rows } = await sql<SettlementDay>`
    with account as (
      select gates.id as gate_id, gates.name as gate, merchants.name as merchant, gate_accounts.currency,
        available_minor, hold_minor + rolling_minor as held_minor, payout_reserve_minor
      from gate_accounts
      join gates on gates.id = gate_accounts.gate_id
      join merchants on merchants.id = gates.merchant_id
      where ${merchantId === undefined ? sql`true` : sql`merchants.id = ${merchantId}`}
    ), moved as (
      select movement.id, movement.kind, movement.order_id, entry.owner_id as gate_id, entry.currency,
        (movement.at at time zone 'UTC')::date as day,
        coalesce(sum(amount_minor) filter (where account = 'available'), 0) as available,
        coalesce(sum(amount_minor) filter (where account in ('hold', 'rolling')), 0) as held,
        coalesce(sum(amount_minor) filter (where account = 'payout_reserve'), 0) as reserved
      from ledger_movements movement
      join ledger_entries entry on entry.movement_id = movement.id
      where movement.at >= ${from} and account in ('available', 'hold', 'rolling', 'payout_reserve')
      group by movement.id, entry.owner_id, entry.currency
    ), charged as (
      select moved.*, case
        when kind = 'payin_success' then (
          select coalesce(sum(amount_minor), 0) from ledger_entries
          where movement_id = moved.id and account = 'fee_income' and currency = moved.currency)
        when kind in ('payout_reserve', 'payout_release') then (
          select coalesce(max(fee_total_minor), 0) from payouts where payouts.id = moved.order_id)
        else 0 end as fee
      from moved
    ), days as (
      select gate_id, currency, day, sum(available) as available, sum(held) as held, sum(reserved) as reserved,
        coalesce(sum(available + held + fee) filter (where kind = 'payin_success'), 0) as payins,
        coalesce(sum(case when kind = 'payout_release' then -fee else fee end), 0) as fees,
        coalesce(sum(held) filter (where kind = 'payin_success'), 0) as holds,
        coalesce(sum(available) filter (where kind in ('hold_release', 'rolling_release')), 0) as releases,
        coalesce(sum(case when kind = 'payout_reserve' then -available - fee else fee - available end)
          filter (where kind in ('payout_reserve', 'payout_release')), 0) as payouts,
        coalesce(sum(available) filter (where kind in ('transfer', 'conversion')), 0) as corrections
      from charged group by gate_id, currency, day
    ), closed as (
      select days.*, merchant, gate,
        available_minor - coalesce(sum(available) over later, 0) as closing,
        held_minor - coalesce(sum(held) over later, 0) as closing_held,
        payout_reserve_minor - coalesce(sum(reserved) over later, 0) as closing_reserved
      from days join account using (gate_id, currency)
      window later as (partition by gate_id, currency order by day desc
        rows between unbounded preceding and 1 preceding)
    )
    select merchant, gate, currency, day::text as day, (closing - available)::bigint as opening_minor,
      payins::bigint as payins_minor, fees::bigint as fees_minor, holds::bigint as holds_minor,
      releases::bigint as releases_minor, payouts::bigint as payouts_minor,
      corrections::bigint as corrections_minor, closing::bigint as closing_minor,
      closing_held::bigint as held_minor, closing_reserved::bigint as reserved_minor
    from closed where day < (${before}::timestamptz at time zone 'UTC')::date
    order by merchant, gate, gate_id, currency, day limit ${most + 1}`.execute(db);
  return rows;
}

export interface FeeDay {
  merchant: string;
  gate: string;
  method: string;
  direction: string;
  currency: Currency;
  day: string;
  orders: bigint;
  amount_minor: bigint;
  fees_minor: bigint;
}

/** What was earned of orders that succeeded, by the day on which they did. */
export async function selectFees(
  db: Kysely<Tables>,
  { from, before, merchantId }: Period,
  most: number,
): Promise<FeeDay[]> {
  const side = (direction: 'payin' | 'payout', kind: string) => sql`
    select ${direction}::text as direction, o.merchant_id, o.gate_id, o.method_id, o.currency,
      (movement.at at time zone 'UTC')::date as day, o.amount_minor, o.fee_total_minor
    from ledger_movements movement join ${sql.table(`${direction}s`)} o on o.id = movement.order_id
    where movement.kind = ${kind} and movement.at >= ${from} and movement.at < ${before}
      and ${merchantId === undefined ? sql`true` : sql`o.merchant_id = ${merchantId}`}`;
  const { rows } = await sql<FeeDay>`
    select merchants.name as merchant, gates.name as gate, gate_methods.name as method, earned.direction,
      earned.currency, day::text as day, count(*) as orders,
      sum(amount_minor)::bigint as amount_minor, sum(fee_total_minor)::bigint as fees_minor
    from (${side('payin', 'payin_success')} union all ${side('payout', 'payout_settle')}) earned
    join merchants on merchants.id = earned.merchant_id
    join gates on gates.id = earned.gate_id
    join gate_methods on gate_methods.id = earned.method_id
    group by merchants.id, gates.id, gate_methods.id, earned.direction, earned.currency, day
    order by merchants.name, gates.name, gates.id, gate_methods.name, earned.direction, earned.currency, day
    limit ${most + 1}`.execute(db);
  return rows;
}
