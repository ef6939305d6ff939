import { sql, type RawBuilder } from 'kysely';
import { FINAL_STATUSES } from '#domain/order/status.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DividedAmountTable } from '../platform/database/tables/lists.ts';
import { isTimedWorkDue, setDue, claimTimedWork } from '../platform/database/due-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { SERIES } from './series.ts';

type Deps = Pick<ServiceContext, 'longRunning' | 'now'>;
/** A narrow amount bucket is divided into parts once it has more orders than this of one currency and status. */
export const LARGE = 10_000;

/** Sizes of a part, in orders of one currency and status. */
interface Sizes {
  /** If a part grows beyond this, its bucket is divided again. */
  large: number;
  /** The most orders in a new part. */
  part: number;
}

const SIZES: Sizes = { large: LARGE, part: 5_000 };
/** A process that takes longer is presumed dead, and the work is due again. */
const LEASE_MS = 10 * 60_000;
/** The time budget of a run. The next run does the rest. */
const RUN_BUDGET_MS = 5_000;
const PAUSE_MS = 60_000;
/** The pause for each millisecond of work. Like counting hours, this uses at most a fortieth of one core. */
const PAUSE_FOR_EACH_MS = 40;

export function amountsSweep(deps: Deps): Sweep {
  return {
    name: 'divide-amounts',
    due: (now) =>
      sql`(exists (select from divided_amounts) and ${isTimedWorkDue('divide-amounts', now)})`,
    run: () => divideDueAmounts(deps),
  };
}

async function divideDueAmounts(deps: Deps): Promise<void> {
  const now = deps.now();
  const until = new Date(now.getTime() + LEASE_MS);
  if (!(await claimTimedWork(deps.longRunning, 'divide-amounts', { now, until }))) return;
  const startedMs = performance.now();
  await divideAmounts(deps, SIZES, RUN_BUDGET_MS);
  const pauseMs = Math.max(PAUSE_MS, (performance.now() - startedMs) * PAUSE_FOR_EACH_MS);
  await setDue(deps.longRunning, 'divide-amounts', new Date(now.getTime() + pauseMs));
}

/**
 * Divides narrow amount buckets with very many orders into parts of a few thousand, and counts the parts. A part
 * runs from one amount and id up to the next. A bucket is divided if it has no parts yet, if a part has become
 * large, or if its parts do not sum to its count because the previous release rolled changes up without them.
 *
 * @returns the number of buckets divided
 */
export async function divideAmounts(
  { longRunning }: Pick<Deps, 'longRunning'>,
  sizes = SIZES,
  budgetMs = Infinity,
): Promise<number> {
  const startedMs = performance.now();
  let divided = 0;
  for (const amounts of await selectUndivided(longRunning, sizes)) {
    await longRunning.transaction().execute((trx) => divide(trx, amounts, sizes));
    divided += 1;
    if (performance.now() - startedMs > budgetMs) break;
  }
  return divided;
}

async function selectUndivided(db: Db, { large }: Sizes): Promise<DividedAmountTable[]> {
  const { rows } = await sql<DividedAmountTable>`
    select merchant_id, direction, amount_narrow from divided_amounts divided
    where exists (
      select from (
        select currency, status, sum(orders) as orders, max(orders) as largest
        from amount_part_counts parts where ${isOf('parts')}
        group by currency, status
      ) parts full join (
        select currency, status, orders from order_counts counts
        where counts.merchant_id = divided.merchant_id and counts.direction = divided.direction
          and series = 'amount_narrow' and bucket = divided.amount_narrow and ${IS_FINAL}
      ) counts using (currency, status)
      where coalesce(parts.orders, 0) <> coalesce(counts.orders, 0) or parts.largest > ${large}
    )`.execute(db);
  return rows;
}

function isOf(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column('merchant_id')} = divided.merchant_id
    and ${column('direction')} = divided.direction
    and ${column('amount_narrow')} = divided.amount_narrow`;
}

/**
 * Divides one bucket. Locks out the rollup, so that each order it finds is either counted already or has a waiting
 * change.
 */
async function divide(trx: Db, amounts: DividedAmountTable, { part }: Sizes): Promise<void> {
  await sql`select from exclusive_work where name = 'fold-order-counts' for update`.execute(trx);
  const pairs = await selectPairs(trx, amounts);
  const parts = await selectParts(trx, amounts, pairs, part);
  await trx
    .deleteFrom('amount_part_counts')
    .where('merchant_id', '=', amounts.merchant_id)
    .where('direction', '=', amounts.direction)
    .where('amount_narrow', '=', amounts.amount_narrow)
    .execute();
  await countParts(trx, amounts, pairs, parts);
}

async function selectPairs(trx: Db, amounts: DividedAmountTable): Promise<Pair[]> {
  return trx
    .selectFrom('order_counts')
    .select(['currency', 'status'])
    .where('merchant_id', '=', amounts.merchant_id)
    .where('direction', '=', amounts.direction)
    .where('series', '=', 'amount_narrow')
    .where('bucket', '=', amounts.amount_narrow)
    .where(sql<boolean>`${IS_FINAL}`)
    .execute();
}

/**
 * The condition for final statuses, the only ones that parts count. An order never leaves a final status, so counts
 * that are missing from a part cannot cancel each other out.
 */
export const IS_FINAL = sql`status in (${sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))})`;

/**
 * Returns the expressions of the rollup statement that count orders in the parts of divided buckets, and that mark
 * buckets which have become large for `divideAmounts`.
 *
 * @param sides the changes as counts
 * @param met what is added to each count, with the count before (`had`)
 * @param large the most orders of one currency and status in a bucket that is not divided
 */
export function countInParts(
  sides: RawBuilder<unknown>,
  met: RawBuilder<unknown>,
  large: number,
): RawBuilder<unknown> {
  const key = sql`merchant_id, direction, amount_narrow`;
  const part = sql`${key}, from_amount_minor, from_id, currency, status`;
  return sql`in_parts as materialized (
      select ${part}, sum(orders) as orders
      from (
        select side.*, part.from_amount_minor, part.from_id
        from (select * from ${sides} side join divided_amounts using (${key}) where ${IS_FINAL}) side
        cross join lateral (
          select from_amount_minor, from_id from amount_part_counts kept
          where kept.merchant_id = side.merchant_id and kept.direction = side.direction
            and kept.amount_narrow = side.amount_narrow
            and (kept.from_amount_minor, kept.from_id) <= (side.amount_minor, side.order_id)
          order by kept.from_amount_minor desc, kept.from_id desc limit 1
        ) part
      ) placed group by ${part} having sum(orders) <> 0
    ), counted_in_parts as (
      insert into amount_part_counts as kept (${part}, orders)
      select ${part}, orders from in_parts
      on conflict (${part}) do update set orders = kept.orders + excluded.orders
    ), become_large as (
      insert into divided_amounts (${key})
      select distinct merchant_id, direction, bucket from ${met}
      where series = 'amount_narrow' and ${IS_FINAL} and coalesce(had, 0) + orders > ${large}
      on conflict do nothing
    )`;
}

/** Returns the parts to divide a narrow bucket into, each with at most `most` orders of one currency and status. */
async function selectParts(
  trx: Db,
  amounts: DividedAmountTable,
  pairs: readonly Pair[],
  most: number,
): Promise<Part[]> {
  const { from, before } = SERIES.amount.bounds(amounts.amount_narrow);
  const starts = await selectStarts(trx, amounts, pairs, most);
  const ends = [...starts, { amount: before, id: FIRST_ID }];
  return ends.map((end, index) => ({
    from: starts[index - 1] ?? { amount: from, id: FIRST_ID },
    before: end,
  }));
}

/** Selects every `every`-th order of each pair of currency and status, by amount and id like the index. */
async function selectStarts(
  trx: Db,
  { merchant_id: merchantId, direction, amount_narrow: bucket }: DividedAmountTable,
  pairs: readonly Pair[],
  every: number,
): Promise<Place[]> {
  const { from, before } = SERIES.amount.bounds(bucket);
  const { rows } = await sql<Place>`
    select chosen.amount_minor::text as amount, chosen.id
    from ${pairTable(pairs)} cross join lateral (
      select amount_minor, id from (
        select amount_minor, id, row_number() over (order by amount_minor, id) as place
        from ${orderTable(direction)} as orders
        where merchant_id = ${merchantId} and orders.currency = pair.currency and orders.status = pair.status
          and amount_minor >= ${from}::bigint and amount_minor < ${before}::bigint
      ) listed where place % ${every}::integer = 0
    ) chosen
    order by chosen.amount_minor, chosen.id`.execute(trx);
  return rows;
}

/**
 * Counts the orders of the given pairs in each part of a narrow bucket, less the waiting changes. One statement
 * reads orders and changes, and so from one snapshot.
 */
async function countParts(
  trx: Db,
  amounts: DividedAmountTable,
  pairs: readonly Pair[],
  parts: readonly Part[],
): Promise<void> {
  const { merchant_id: merchantId, direction, amount_narrow: bucket } = amounts;
  const spans = parts.flatMap(spansOf);
  const ofOneAmount = spans.filter((span) => 'amount' in span);
  const ofSeveral = spans.filter((span) => 'after' in span);
  await sql`
    insert into amount_part_counts (merchant_id, direction, amount_narrow,
      from_amount_minor, from_id, currency, status, orders)
    select ${merchantId}::uuid, ${direction}::text, ${bucket}::integer,
      from_amount, from_id, currency, status, sum(orders)
    from (
      ${countIn(
        amounts,
        pairs,
        amountTable(ofOneAmount),
        sql`amount_minor = span.amount
        and id >= span.first_id and id < span.before_id`,
      )}
      union all
      ${countIn(
        amounts,
        pairs,
        rangeTable(ofSeveral),
        sql`amount_minor > span.after_amount
        and amount_minor < span.before_amount`,
      )}
      union all
      select from_amount, from_id, pair.currency, pair.status, -waiting_changes.orders
      from ${WAITING_CHANGES}
      join ${pairTable(pairs)} using (currency, status)
      join ${partTable(parts)} on (amount_minor, order_id) >= (part.from_amount, part.from_id)
        and (amount_minor, order_id) < (part.before_amount, part.before_id)
      where merchant_id = ${merchantId} and direction = ${direction} and amount_narrow = ${bucket}
    ) counts
    group by from_amount, from_id, currency, status`.execute(trx);
}

/**
 * A range of ids with one amount, or a range of amounts. With a condition on both at once, PostgreSQL would not
 * stop the index scan at the upper bound.
 */
type Span = { part: Place } & (
  | { amount: string; firstId: string; beforeId: string }
  | { after: string; before: string }
);

function spansOf({ from, before }: Part): Span[] {
  const part = from;
  const first = { part, amount: from.amount, firstId: from.id };
  if (from.amount === before.amount) return [{ ...first, beforeId: before.id }];
  return [
    { ...first, beforeId: LAST_ID },
    { part, after: from.amount, before: before.amount },
    { part, amount: before.amount, firstId: FIRST_ID, beforeId: before.id },
  ];
}

function countIn(
  { merchant_id: merchantId, direction }: DividedAmountTable,
  pairs: readonly Pair[],
  spans: RawBuilder<unknown>,
  isIn: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select from_amount, from_id, pair.currency, pair.status, counted.orders
    from ${spans} cross join ${pairTable(pairs)} cross join lateral (
      select count(*) as orders from ${orderTable(direction)} as orders
      where merchant_id = ${merchantId} and orders.currency = pair.currency and orders.status = pair.status
        and ${isIn}
    ) counted`;
}

function amountTable(spans: readonly Extract<Span, { amount: string }>[]): RawBuilder<unknown> {
  return sql`${rowsOf(spans, [
    ['bigint', ({ part }) => part.amount],
    ['uuid', ({ part }) => part.id],
    ['bigint', ({ amount }) => amount],
    ['uuid', ({ firstId }) => firstId],
    ['uuid', ({ beforeId }) => beforeId],
  ])} as span (from_amount, from_id, amount, first_id, before_id)`;
}

function rangeTable(spans: readonly Extract<Span, { after: string }>[]): RawBuilder<unknown> {
  return sql`${rowsOf(spans, [
    ['bigint', ({ part }) => part.amount],
    ['uuid', ({ part }) => part.id],
    ['bigint', ({ after }) => after],
    ['bigint', ({ before }) => before],
  ])} as span (from_amount, from_id, after_amount, before_amount)`;
}

function partTable(parts: readonly Part[]): RawBuilder<unknown> {
  return sql`${rowsOf(parts, [
    ['bigint', ({ from }) => from.amount],
    ['uuid', ({ from }) => from.id],
    ['bigint', ({ before }) => before.amount],
    ['uuid', ({ before }) => before.id],
  ])} as part (from_amount, from_id, before_amount, before_id)`;
}

export interface Pair {
  currency: string;
  status: string;
}

/** A position in the order by amount, then id. */
export interface Place {
  amount: string;
  id: string;
}

/** A range of places: `from` inclusive, `before` exclusive. */
export interface Part {
  from: Place;
  before: Place;
}

/** Ids before and after every order's id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function orderTable(direction: DividedAmountTable['direction']): RawBuilder<unknown> {
  return sql.table(direction === 'payin' ? 'payins' : 'payouts');
}

function pairTable(pairs: readonly Pair[]): RawBuilder<unknown> {
  return sql`${rowsOf(pairs, [
    ['text', (pair) => pair.currency],
    ['text', (pair) => pair.status],
  ])} as pair (currency, status)`;
}

type Column<Row> = [type: 'text' | 'bigint' | 'uuid', of: (row: Row) => string];

/** Returns rows as a table. The statement's text is the same for any number of rows. */
function rowsOf<Row>(rows: readonly Row[], columns: Column<Row>[]): RawBuilder<unknown> {
  const arrays = columns.map(([type, of]) => sql`${rows.map(of)}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)})`;
}
