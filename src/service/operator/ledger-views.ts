import { type Currency, formatMinor } from '#domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LedgerMovementTable, RetentionTable } from '../platform/database/tables/ledger.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Page } from './lists.ts';

const DAY_MS = 86_400_000;

/** Returns retentions by the day they are due, for `days` UTC days from today, and the totals of those due later. */
export async function readRetentions(
  db: Db,
  filter: RetentionFilter,
  { now, days }: { now: Date; days: number },
) {
  const before = new Date((Math.floor(now.getTime() / DAY_MS) + days) * DAY_MS);
  const due = await selectRetentionsDue(db, filter, before);
  const totals = await selectRetentionTotals(db, filter);
  return {
    before: before.toISOString(),
    days: due.map(({ amount_minor: minor, ...rest }) => ({
      ...rest,
      amount: formatMinor(BigInt(minor)),
    })),
    later: totals
      .flatMap(({ currency, hold_minor: hold, rolling_minor: rolling }) => [
        { bucket: 'hold', currency, minor: BigInt(hold) } as const,
        { bucket: 'rolling', currency, minor: BigInt(rolling) } as const,
      ])
      .map(({ bucket, currency, minor }) => ({
        bucket,
        currency,
        laterMinor: minor - dueOf(due, bucket, currency),
      }))
      .filter(({ laterMinor }) => laterMinor > 0n)
      .map(({ laterMinor, ...rest }) => ({ ...rest, amount: formatMinor(laterMinor) })),
  };
}

function dueOf(
  due: readonly RetentionsDue[],
  bucket: RetentionsDue['bucket'],
  currency: RetentionsDue['currency'],
): bigint {
  return due
    .filter((row) => row.bucket === bucket && row.currency === currency)
    .reduce((sum, row) => sum + BigInt(row.amount_minor), 0n);
}

export interface RetentionFilter {
  merchantId: string | undefined;
  gateId: string | undefined;
}

export interface RetentionsDue {
  /** In UTC. */
  day: string;
  bucket: RetentionTable['bucket'];
  currency: Currency;
  payins: number;
  amount_minor: string;
}

/**
 * Sums the retentions that are due before `before` by day, earliest first. Overdue ones are listed at the day they were
 * due. Each day is an index range scan, so that no row's time is converted to a day.
 */
async function selectRetentionsDue(
  db: Db,
  { merchantId, gateId }: RetentionFilter,
  before: Date,
): Promise<RetentionsDue[]> {
  const { rows } = await sql<RetentionsDue>`
    with days as (
      select 'epoch'::timestamptz + day * interval '24 hours' as starts
      from generate_series(
        (select floor(extract(epoch from min(due_at)) / 86400)::integer from retentions where released_at is null),
        floor(extract(epoch from ${before}::timestamptz) / 86400)::integer - 1) as day
    )
    select to_char(starts at time zone 'UTC', 'YYYY-MM-DD') as day, due.*
    from days cross join lateral (
      select bucket, currency, count(*)::integer as payins, sum(amount_minor)::text as amount_minor
      from retentions
      where released_at is null and due_at >= starts and due_at < starts + interval '24 hours'
        and ${gateId === undefined ? sql`true` : sql`gate_id = ${gateId}`}
        and ${merchantId === undefined ? sql`true` : sql`gate_id = any(array(select id from gates where merchant_id = ${merchantId}))`}
      group by bucket, currency
    ) due order by starts, bucket, currency`.execute(db);
  return rows;
}

export interface RetentionTotal {
  currency: Currency;
  hold_minor: string;
  rolling_minor: string;
}

/** Sums all retentions by currency, from the accounts' balances. */
async function selectRetentionTotals(
  db: Db,
  { merchantId, gateId }: RetentionFilter,
): Promise<RetentionTotal[]> {
  const { rows } = await sql<RetentionTotal>`
    select currency, sum(hold_minor)::text as hold_minor, sum(rolling_minor)::text as rolling_minor
    from gate_accounts join gates on gates.id = gate_id
    where ${gateId === undefined ? sql`true` : sql`gates.id = ${gateId}`}
      and ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
    group by currency order by currency`.execute(db);
  return rows;
}

export interface AccountBalance {
  /** The gate's id, or the merchant's for a wallet, and the currency. */
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
  refund_reserve_minor: bigint;
  dispute_reserve_minor: bigint;
}

interface Filter {
  merchantId: string | undefined;
  gateId?: string | undefined;
}

/** Lists accounts by merchant and gate, a merchant's wallets after its gates. Reads balances and sums no entries. */
export async function selectAccounts(
  db: Db,
  { merchantId, gateId }: Filter,
  { after, limit }: Page,
): Promise<AccountBalance[]> {
  const place = sql`merchant, merchant_id, gate is null, gate, currency`;
  const { rows } = await sql<AccountBalance>`
    with accounts as (
      select gates.id || '/' || currency as account, merchants.id as merchant_id,
        merchants.name as merchant, gates.id as gate_id, gates.name as gate, gates.frozen, currency,
        available_minor, hold_minor, rolling_minor, payout_reserve_minor, refund_reserve_minor,
        dispute_reserve_minor
      from gate_accounts join gates on gates.id = gate_id join merchants on merchants.id = merchant_id
      union all
      select merchants.id || '/' || currency, merchants.id, merchants.name, null, null, false, currency,
        balance_minor, 0, 0, 0, 0, 0
      from wallets join merchants on merchants.id = merchant_id
    ), placed as (
      select *, row_number() over (order by ${place}) as number from accounts
      where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
        and ${gateId === undefined ? sql`true` : sql`gate_id = ${gateId}`}
    )
    select account, merchant_id, merchant, gate_id, gate, frozen, currency, available_minor,
      hold_minor, rolling_minor, payout_reserve_minor, refund_reserve_minor, dispute_reserve_minor
    from placed
    where ${after === undefined ? sql`true` : sql`number > (select number from placed where account = ${after})`}
    order by number limit ${limit}`.execute(db);
  return rows;
}

export interface MovementFilter {
  merchantId: string | undefined;
  gateId: string | undefined;
  currency: Currency | undefined;
  orderId: string | undefined;
  kind: LedgerMovementTable['kind'] | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface FoundMovement {
  movement: string;
  kind: LedgerMovementTable['kind'];
  at: Date;
  order: string | null;
  entries: FoundEntry[];
}

interface FoundEntry {
  account: string;
  /** The merchant that owns the gate or wallet. */
  merchant_id: string | null;
  gate_id: string | null;
  gate: string | null;
  currency: Currency;
  /** Text, because a JSON number would lose digits. */
  amount_minor: string;
}

/** Lists movements, latest first, each with its entries. */
export async function selectMovements(
  db: Db,
  filter: MovementFilter,
  { after, limit }: Page,
): Promise<FoundMovement[]> {
  const last = sql`(select last.at, last.id from ledger_movements as last where last.id = ${after})`;
  const conditions = [
    ...conditionsOf(filter),
    ...(after === undefined ? [] : [sql`(at, id) < ${last}`]),
  ];
  const { rows } = await sql<FoundMovement>`
    with page as materialized (
      select id, kind, at, order_id from ledger_movements movement
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by at desc, id desc limit ${limit}
    )
    select page.id::text as movement, kind, at, case kind when 'adjustment' then null else coalesce(
      (select payin_id from refunds where refunds.id = order_id),
      (select payin_id from dispute_notices join disputes on disputes.id = dispute_id
        where dispute_notices.id = order_id),
      order_id) end as order, (
      select coalesce(jsonb_agg(jsonb_build_object('account', account, 'gate_id', gates.id,
        'merchant_id', case when account = 'wallet' then owner_id else gates.merchant_id end,
        'gate', gates.name, 'currency', currency, 'amount_minor', amount_minor::text) order by line), '[]')
      from ledger_entries left join gates on gates.id = owner_id where movement_id = page.id
    ) as entries
    from page order by at desc, page.id desc`.execute(db);
  return rows;
}

/**
 * Matches an order's own movements and those of its refunds and disputes. A dispute's movements refer to the notice
 * that caused them.
 */
export function isOfOrder(orderId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`order_id = any(array(
    select ${orderId}::uuid
    union all select id from refunds where payin_id = ${orderId}
    union all select dispute_notices.id from dispute_notices join disputes on disputes.id = dispute_id
      where payin_id = ${orderId}))`;
}

function conditionsOf(filter: MovementFilter): RawBuilder<unknown>[] {
  const { orderId, kind, from, to } = filter;
  const owned = ownedBy(filter);
  return [
    ...(orderId === undefined ? [] : [isOfOrder(orderId)]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
    ...(owned === undefined
      ? []
      : [sql`exists (select from ledger_entries where movement_id = movement.id and ${owned})`]),
  ];
}

/**
 * Returns the condition on entries, undefined for no filter. A currency alone is turned into the accounts that have it,
 * because the index on entries starts with their owner.
 */
function ownedBy({
  merchantId,
  gateId,
  currency,
}: MovementFilter): RawBuilder<unknown> | undefined {
  if (merchantId === undefined && gateId === undefined && currency === undefined) return undefined;
  const owners = [
    ...(gateId === undefined ? [] : [sql`owner_id = ${gateId}`]),
    ...(merchantId === undefined
      ? []
      : [
          sql`owner_id = any(array(select id from gates where merchant_id = ${merchantId}
            union all select ${merchantId}::uuid))`,
        ]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
    ...(merchantId === undefined && gateId === undefined
      ? [
          sql`owner_id = any(array(select gate_id from gate_accounts where currency = ${currency}
            union all select merchant_id from wallets where currency = ${currency}))`,
        ]
      : []),
  ];
  return sql.join(owners, sql` and `);
}
