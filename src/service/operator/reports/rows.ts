import { type Currency, formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { escapeFormulas } from '#domain/escape-formulas.ts';
import { whyNotPaid } from '#domain/order/reasons.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import {
  amountOrNull,
  outcomeColumns,
  PAYOUT_REFUSED_BY,
  type OutcomeRow,
} from '../orders/outcome.ts';
import type { Period } from './period.ts';
import type { ReportContent, Row } from './csv.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

type Deps = Pick<ServiceContext, 'db' | 'longRunning'>;

const PAGE_ROWS = 500;
const DAY_MS = 86_400_000;

/** Reports how balances changed, by merchant, gate, currency and day with movements. */
export function settlementReport({ longRunning }: Deps, period: Period): ReportContent {
  return {
    columns: [
      'merchant',
      'gate',
      'currency',
      'day',
      'opening',
      'payins',
      'fees',
      'holds',
      'releases',
      'payouts',
      'refunds',
      'disputes',
      'shortfalls',
      'corrections',
      'closing',
      'held',
      'reserved',
    ],
    pages: toRows(settlementDays(longRunning, period), settlementRow),
  };
}

export function feeReport({ longRunning }: Deps, period: Period): ReportContent {
  return {
    columns: [
      'merchant',
      'gate',
      'method',
      'direction',
      'currency',
      'day',
      'orders',
      'amount',
      'fees',
    ],
    pages: toRows(feeDays(longRunning, period), feeRow),
  };
}

async function* toRows<Day>(
  days: AsyncIterable<Day[]>,
  toRow: (day: Day) => Row,
): AsyncGenerator<Row[]> {
  for await (const day of days) yield day.map(toRow);
}

function settlementRow(day: SettlementDay): Row {
  return [
    escapeFormulas(day.merchant),
    escapeFormulas(day.gate),
    day.currency,
    day.day,
    ...[day.opening_minor, day.payins_minor, -day.fees_minor, -day.holds_minor].map(formatMinor),
    ...[day.releases_minor, -day.payouts_minor, -day.refunds_minor].map(formatMinor),
    ...[-day.disputes_minor, -day.shortfalls_minor, day.corrections_minor].map(formatMinor),
    ...[day.closing_minor, day.held_minor, day.reserved_minor].map(formatMinor),
  ];
}

function feeRow(day: FeeDay): Row {
  return [
    escapeFormulas(day.merchant),
    escapeFormulas(day.gate),
    escapeFormulas(day.method),
    day.direction,
    day.currency,
    day.day,
    day.orders.toString(),
    formatMinor(day.amount_minor),
    formatMinor(day.fees_minor),
  ];
}

/** The columns of the report of orders, and what each has of an order. */
const ORDER_CELLS: Readonly<Record<string, (order: OrderRow) => string | null>> = {
  id: ({ id }) => id,
  direction: ({ direction }) => direction,
  reference_id: ({ reference_id: reference }) => escapeFormulas(reference),
  merchant: ({ merchant }) => escapeFormulas(merchant),
  gate: ({ gate }) => textOf(gate),
  method: ({ method }) => textOf(method),
  status: ({ status }) => status,
  resolution: ({ resolution }) => resolution,
  resolution_code: ({ resolution_code: code }) => code,
  currency: ({ currency }) => currency,
  amount: ({ amount_minor: minor }) => formatMinor(minor),
  fee: ({ fee_total_minor: minor }) => formatMinor(minor),
  total: ({ total_minor: minor }) => formatMinor(minor),
  net: ({ net_minor: minor }) => amountOrNull(minor),
  refunded: ({ refunded_minor: minor }) => amountOrNull(minor),
  dispute: ({ dispute }) => dispute,
  payment_method_currency: ({ payment_method_currency: currency }) => currency,
  payment_method_amount: ({ payment_method_amount_minor: minor }) => formatMinor(minor),
  account: ({ account }) => textOf(account),
  card_brand: ({ card_brand: brand }) => brand,
  terminal: ({ terminal }) => textOf(terminal),
  provider_reference: ({ provider_reference: reference }) => textOf(reference),
  rrn: ({ rrn }) => textOf(rrn),
  comment: ({ comment }) => textOf(comment),
  created_at: ({ created_at: at }) => at.toISOString(),
  updated_at: ({ updated_at: at }) => at.toISOString(),
  refused_by: ({ refused_by: limit }) => limit,
  reason: whyNotPaid,
};

/** Reports all orders created in a period: payins and then payouts, each by creation time. */
export function orderReport({ db }: Deps, period: Period): ReportContent {
  return { columns: Object.keys(ORDER_CELLS), pages: orderPages(db, period) };
}

/** Reads orders page by page, each with its current state. An order created in between may be missing. */
async function* orderPages(db: Db, period: Period): AsyncGenerator<Row[]> {
  for (const kind of ['payin', 'payout'] as const) {
    let last: OrderRow | undefined;
    do {
      const rows: OrderRow[] = await selectOrders(db, kind, period, last);
      if (rows.length > 0) yield rows.map(orderRow);
      last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    } while (last !== undefined);
  }
}

interface OrderRow extends OutcomeRow {
  id: string;
  reference_id: string;
  merchant: string;
  gate: string | null;
  method: string | null;
  amount_minor: bigint;
  fee_total_minor: bigint;
  total_minor: bigint;
  payment_method_amount_minor: bigint;
  account: string | null;
  comment: string | null;
  created_us: string;
  created_at: Date;
  updated_at: Date;
  direction: string;
  status: OrderStatus;
  resolution: string | null;
  resolution_code: string | null;
  currency: string;
  payment_method_currency: string;
  card_brand: string | null;
  refused_by: string | null;
  terminal: string | null;
  rrn: string | null;
}

/** Columns of payins, and the matching values of payouts. */
const OWN = {
  payin: sql`o.payment_method_currency, o.payment_method_amount_minor, o.card_number_masked as account,
    o.card_brand, o.rrn, o.refused_by, terminals.name as terminal`,
  payout: sql`o.currency as payment_method_currency, o.amount_minor as payment_method_amount_minor,
    o.destination_shown as account, null as card_brand, null as rrn, ${PAYOUT_REFUSED_BY} as refused_by, terminals.name as terminal`,
};
const TERMINAL = {
  payin: sql`o.terminal_id`,
  payout: sql`(select terminal_id from payout_attempts where payout_id = o.id
    order by created_at desc limit 1)`,
};

async function selectOrders(
  db: Db,
  kind: 'payin' | 'payout',
  { from, before, merchantId }: Period,
  last: Pick<OrderRow, 'created_us' | 'id'> | undefined,
): Promise<OrderRow[]> {
  const since =
    last === undefined
      ? sql`o.created_at >= ${from}`
      : sql`(o.created_at, o.id) > (
          'epoch'::timestamptz + ${last.created_us}::bigint * interval '1 microsecond', ${last.id}::uuid)`;
  const { rows } = await sql<OrderRow>`
    select o.id, ${kind}::text as direction, o.reference_id, merchants.name as merchant, gates.name as gate,
      gate_methods.name as method, o.status, o.resolution, o.resolution_code, o.currency, o.amount_minor,
      o.fee_total_minor, o.total_minor, ${OWN[kind]}, ${outcomeColumns(sql`o.id`)}, o.comment, o.created_at, o.updated_at,
      (extract(epoch from o.created_at) * 1000000)::bigint::text as created_us
    from (
      select * from ${sql.table(`${kind}s`)} o
      where ${since} and o.created_at < ${before}
        and ${ofMerchant(sql`o.merchant_id`, merchantId)}
      order by o.created_at, o.id limit ${PAGE_ROWS}
    ) o
    join merchants on merchants.id = o.merchant_id
    left join gates on gates.id = o.gate_id
    left join gate_methods on gate_methods.id = o.method_id
    left join terminals on terminals.id = ${TERMINAL[kind]}
    order by o.created_at, o.id`.execute(db);
  return rows;
}

function orderRow(order: OrderRow): Row {
  return Object.values(ORDER_CELLS).map((cell) => cell(order));
}

function textOf(text: string | null): string | null {
  return text === null ? null : escapeFormulas(text);
}

/** A day's changes of a gate's money in one currency. `opening + … = closing` holds for the available balance. */
export interface SettlementDay {
  merchant: string;
  gate: string;
  currency: Currency;
  day: string;
  opening_minor: bigint;
  /** The full amount of payins. */
  payins_minor: bigint;
  /** Fees of payins, and of payouts when reserved; less fees given back with released payouts. */
  fees_minor: bigint;
  /** The part of payins that went to hold and rolling, less what shortfalls took from it. */
  holds_minor: bigint;
  releases_minor: bigint;
  /** Reserved for payouts, less what was released; without fees. */
  payouts_minor: bigint;
  /** Taken from the available balance for refunds, less what was given back. */
  refunds_minor: bigint;
  /** Taken from the available balance for disputes and their fees, less what was given back. */
  disputes_minor: bigint;
  /** Accepted as missing from payins. */
  shortfalls_minor: bigint;
  /** Moved, converted or adjusted by operators: incoming less outgoing. */
  corrections_minor: bigint;
  closing_minor: bigint;
  /** In hold and rolling at the day's end. */
  held_minor: bigint;
  /** Reserved for payouts, refunds and disputes at the day's end. */
  reserved_minor: bigint;
}

const RESERVES = sql.raw("'payout_reserve', 'refund_reserve', 'dispute_reserve'");

/**
 * Reads the changes of each day with movements, from the first on. The opening balances are calculated backwards from
 * the current ones, so that the history before the period is not added up.
 */
export async function* settlementDays(db: Db, period: Period): AsyncGenerator<SettlementDay[]> {
  const balances = await selectOpening(db, period);
  for await (const day of daysWithMovements(db, period)) {
    const changes = await selectChanges(db, day);
    yield changes.map(({ gate_id: gateId, available, held, reserved, ...change }) => {
      const account = `${gateId} ${change.currency}`;
      const opening = balances.get(account) ?? NOTHING;
      const closing = {
        available: opening.available + available,
        held: opening.held + held,
        reserved: opening.reserved + reserved,
      };
      balances.set(account, closing);
      return {
        ...change,
        day: day.name,
        opening_minor: opening.available,
        closing_minor: closing.available,
        held_minor: closing.held,
        reserved_minor: closing.reserved,
      };
    });
  }
}

interface Balances {
  available: bigint;
  held: bigint;
  reserved: bigint;
}

const NOTHING: Balances = { available: 0n, held: 0n, reserved: 0n };

/** The part of a period that lies in one UTC day. */
interface Day extends Period {
  name: string;
}

/** Finds the days of a period that have movements, with the index of their times. */
async function* daysWithMovements(db: Db, period: Period): AsyncGenerator<Day> {
  for (let from = period.from; ;) {
    const first = await db
      .selectFrom('ledger_movements')
      .select('at')
      .where('at', '>=', from)
      .where('at', '<', period.before)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst();
    if (first === undefined) return;
    const name = first.at.toISOString().slice(0, 10);
    const end = Math.min(Date.parse(name) + DAY_MS, period.before.getTime());
    const before = new Date(end);
    yield { name, from, before, merchantId: period.merchantId };
    from = before;
  }
}

/** Sums entries of gates by balance. */
const BY_BALANCE = sql`coalesce(sum(amount_minor) filter (where account = 'available'), 0) as available,
  coalesce(sum(amount_minor) filter (where account in ('hold', 'rolling')), 0) as held,
  coalesce(sum(amount_minor) filter (where account in (${RESERVES})), 0) as reserved`;

/** Reads the balances of all gates at the start of a period, by gate and currency. */
async function selectOpening(
  db: Db,
  { from, merchantId }: Pick<Period, 'from' | 'merchantId'>,
): Promise<Map<string, Balances>> {
  const { rows } = await sql<Balances & { account: string }>`
    select gate_id || ' ' || gate_accounts.currency as account,
      (available_minor - coalesce(available, 0))::bigint as available,
      (hold_minor + rolling_minor - coalesce(held, 0))::bigint as held,
      (payout_reserve_minor + refund_reserve_minor + dispute_reserve_minor - coalesce(reserved, 0))::bigint as reserved
    from gate_accounts join gates on gates.id = gate_accounts.gate_id
    left join (
      select owner_id, currency, ${BY_BALANCE}
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.at >= ${from} group by owner_id, currency
    ) since on since.owner_id = gate_id and since.currency = gate_accounts.currency
    where ${ofMerchant(sql`gates.merchant_id`, merchantId)}`.execute(db);
  return new Map(rows.map(({ account, ...balances }) => [account, balances]));
}

type Change = Omit<
  SettlementDay,
  'day' | 'opening_minor' | 'closing_minor' | 'held_minor' | 'reserved_minor'
> &
  Balances & { gate_id: string };

/** Sums the changes of one day by gate and currency. */
async function selectChanges(db: Db, { from, before, merchantId }: Period): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with moved as (
      select movement.id, movement.kind, movement.order_id, entry.owner_id as gate_id, entry.currency, ${BY_BALANCE}
      from ledger_movements movement
      join ledger_entries entry on entry.movement_id = movement.id
      where movement.at >= ${from} and movement.at < ${before}
        and account in ('available', 'hold', 'rolling', ${RESERVES})
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
    )
    select merchants.name as merchant, gates.name as gate, gate_id, currency, sum(available)::bigint as available,
      sum(held)::bigint as held, sum(reserved)::bigint as reserved,
      coalesce(sum(available + held + fee) filter (where kind = 'payin_success'), 0)::bigint as payins_minor,
      coalesce(sum(case when kind = 'payout_release' then -fee else fee end), 0)::bigint as fees_minor,
      coalesce(sum(held) filter (where kind in ('payin_success', 'payin_shortfall')), 0)::bigint as holds_minor,
      coalesce(sum(available) filter (where kind in ('hold_release', 'rolling_release')), 0)::bigint as releases_minor,
      coalesce(sum(case when kind = 'payout_reserve' then -available - fee else fee - available end)
        filter (where kind in ('payout_reserve', 'payout_release')), 0)::bigint as payouts_minor,
      -coalesce(sum(available) filter (where kind in (
        'refund_reserve', 'refund_release', 'refund_take', 'refund_return')), 0)::bigint as refunds_minor,
      -coalesce(sum(available) filter (where kind in ('dispute_reserve', 'dispute_release')), 0)::bigint as disputes_minor,
      -coalesce(sum(available + held) filter (where kind = 'payin_shortfall'), 0)::bigint as shortfalls_minor,
      coalesce(sum(available) filter (where kind in (
        'transfer', 'conversion', 'adjustment', 'refund_correction')), 0)::bigint as corrections_minor
    from charged
    join gates on gates.id = gate_id
    join merchants on merchants.id = gates.merchant_id
    where ${ofMerchant(sql`merchants.id`, merchantId)}
    group by merchants.id, gates.id, gate_id, currency
    order by merchants.name, gates.name, gate_id, currency`.execute(db);
  return rows;
}

function ofMerchant(column: RawBuilder<unknown>, merchantId: string | undefined) {
  return merchantId === undefined ? sql`true` : sql`${column} = ${merchantId}`;
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
  /** Negative if refunds or corrections returned more than they cost. */
  fees_minor: bigint;
}

/**
 * Sums the fees of successful orders and refunds, of lost disputes, and their corrections, by the day of their movement. A
 * dispute that is reopened, or won after all, and a refund whose money came back are subtracted on the day that happens.
 */
async function* feeDays(db: Db, period: Period): AsyncGenerator<FeeDay[]> {
  for await (const day of daysWithMovements(db, period)) yield await selectFees(db, day);
}

async function selectFees(db: Db, { name, from, before, merchantId }: Day): Promise<FeeDay[]> {
  const inPeriod = sql`movement.at >= ${from} and movement.at < ${before}
      and ${ofMerchant(sql`o.merchant_id`, merchantId)}`;
  const side = (direction: 'payin' | 'payout', kind: string) => sql`
    select ${direction}::text as direction, o.merchant_id, o.gate_id, o.method_id, o.currency,
      1 as times, o.amount_minor, o.fee_total_minor
    from ledger_movements movement join ${sql.table(`${direction}s`)} o on o.id = movement.order_id
    where movement.kind = ${kind} and ${inPeriod}`;
  const refunds = sql`
    select 'refund', o.merchant_id, o.gate_id, payins.method_id, o.currency,
      case movement.kind when 'refund_return' then -1 else 1 end,
      o.amount_minor, o.fixed_fee_minor - o.fee_returned_minor
    from ledger_movements movement join refunds o on o.id = movement.order_id
    join payins on payins.id = o.payin_id
    where movement.kind in ('refund_settle', 'refund_take', 'refund_return') and ${inPeriod}`;
  const disputes = sql`
    select 'dispute', o.merchant_id, o.gate_id, payins.method_id, o.currency,
      case movement.kind when 'dispute_lose' then 1 else -1 end,
      o.amount_minor, o.fee_minor
    from ledger_movements movement join dispute_notices notice on notice.id = movement.order_id
    join disputes o on o.id = notice.dispute_id
    join payins on payins.id = o.payin_id
    where movement.kind in ('dispute_lose', 'dispute_recover') and ${inPeriod}`;
  const corrections = sql`
    select 'correction', gates.merchant_id, o.gate_id, o.method_id, o.currency, 1, 0, -o.amount_minor
    from ledger_movements movement join adjustments o on o.id = movement.order_id
    join gates on gates.id = o.gate_id
    where movement.kind = 'adjustment' and o.method_id is not null
      and movement.at >= ${from} and movement.at < ${before}
      and ${ofMerchant(sql`gates.merchant_id`, merchantId)}`;
  const refundCorrections = sql`
    select 'correction', o.merchant_id, o.gate_id, payins.method_id, o.currency, 1, 0, entry.amount_minor
    from ledger_movements movement join refunds o on o.id = movement.order_id
    join payins on payins.id = o.payin_id
    join ledger_entries entry on entry.movement_id = movement.id and entry.account = 'fee_income'
    where movement.kind = 'refund_correction' and ${inPeriod}`;
  const { rows } = await sql<FeeDay>`
    select merchants.name as merchant, gates.name as gate, gate_methods.name as method, earned.direction,
      earned.currency, ${name}::text as day, sum(times)::bigint as orders,
      sum(times * amount_minor)::bigint as amount_minor, sum(times * fee_total_minor)::bigint as fees_minor
    from (
      ${side('payin', 'payin_success')} union all ${side('payout', 'payout_settle')}
      union all ${refunds} union all ${disputes}
      union all ${corrections} union all ${refundCorrections}
    ) earned
    join merchants on merchants.id = earned.merchant_id
    join gates on gates.id = earned.gate_id
    join gate_methods on gate_methods.id = earned.method_id
    group by merchants.id, gates.id, gate_methods.id, earned.direction, earned.currency
    order by merchants.name, gates.name, gates.id, gate_methods.name, earned.direction, earned.currency`.execute(
    db,
  );
  return rows;
}
