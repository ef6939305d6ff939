import { formatMinor } from '#domain/money.ts';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { harmless } from '#domain/harmless.ts';
import type { ReportContent, Row } from './report-file.ts';
import type { Period } from './period.ts';

const PAGE_ROWS = 500;

const COLUMNS = [
  ...['id', 'direction', 'reference_id', 'merchant', 'gate', 'method', 'status', 'resolution'],
  ...['resolution_code', 'currency', 'amount', 'fee', 'total', 'payment_method_currency'],
  ...['payment_method_amount', 'account', 'card_brand', 'terminal', 'rrn', 'comment'],
  ...['created_at', 'updated_at'],
] as const;

/** Every order that was made in a period, payins first, each kind in the order they were made. */
export function orderReport(db: Kysely<Tables>, period: Period): ReportContent {
  return { columns: COLUMNS, pages: orderPages(db, period) };
}

/** Orders are read page by page, each as it is then: one that is made meanwhile may be in it or not. */
async function* orderPages(db: Kysely<Tables>, period: Period): AsyncGenerator<Row[]> {
  for (const kind of ['payin', 'payout'] as const) {
    let last: OrderRow | undefined;
    do {
      const rows: OrderRow[] = await selectOrders(db, kind, period, last);
      if (rows.length > 0) yield rows.map(written);
      last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    } while (last !== undefined);
  }
}

interface OrderRow {
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
  status: string;
  resolution: string | null;
  resolution_code: string | null;
  currency: string;
  payment_method_currency: string;
  card_brand: string | null;
  terminal: string | null;
  rrn: string | null;
}

/** What payins have, and payouts in its place. */
const OWN = {
  payin: sql`o.payment_method_currency, o.payment_method_amount_minor, o.card_number_masked as account,
    o.card_brand, o.rrn, terminals.name as terminal`,
  payout: sql`o.currency as payment_method_currency, o.amount_minor as payment_method_amount_minor,
    o.destination_shown as account, null as card_brand, null as rrn, terminals.name as terminal`,
};
const TERMINAL = {
  payin: sql`o.terminal_id`,
  payout: sql`(select terminal_id from payout_attempts where payout_id = o.id
    order by created_at desc limit 1)`,
};

async function selectOrders(
  db: Kysely<Tables>,
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
      o.fee_total_minor, o.total_minor, ${OWN[kind]}, o.comment, o.created_at, o.updated_at,
      (extract(epoch from o.created_at) * 1000000)::bigint::text as created_us
    from (
      select * from ${sql.table(`${kind}s`)} o
      where ${since} and o.created_at < ${before}
        and ${merchantId === undefined ? sql`true` : sql`o.merchant_id = ${merchantId}`}
      order by o.created_at, o.id limit ${PAGE_ROWS}
    ) o
    join merchants on merchants.id = o.merchant_id
    left join gates on gates.id = o.gate_id
    left join gate_methods on gate_methods.id = o.method_id
    left join terminals on terminals.id = ${TERMINAL[kind]}
    order by o.created_at, o.id`.execute(db);
  return rows;
}

function written(order: OrderRow): Row {
  return [
    ...[order.id, order.direction, harmless(order.reference_id), harmless(order.merchant)],
    ...[textOf(order.gate), textOf(order.method), order.status, order.resolution],
    ...[order.resolution_code, order.currency, formatMinor(order.amount_minor)],
    ...[formatMinor(order.fee_total_minor), formatMinor(order.total_minor)],
    ...[order.payment_method_currency, formatMinor(order.payment_method_amount_minor)],
    ...[textOf(order.account), order.card_brand, textOf(order.terminal), textOf(order.rrn)],
    ...[textOf(order.comment), order.created_at.toISOString(), order.updated_at.toISOString()],
  ];
}

function textOf(text: string | null): string | null {
  return text === null ? null : harmless(text);
}
