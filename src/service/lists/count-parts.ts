import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import type { DividedAmountTable } from '../platform/database/tables/lists.ts';
import { WAITING_CHANGES } from '../orders/count-changes.ts';
import {
  FIRST_ID,
  LAST_ID,
  orderTable,
  pairTable,
  rowsOf,
  type Pair,
  type Part,
  type Place,
} from './part-rows.ts';

/**
 * Counts the orders of some pairs in each part of a narrow bucket, but for what waits to be added in. It is one
 * statement, and so one snapshot, of orders and changes.
 */
export async function countParts(
  trx: Kysely<Tables>,
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

/** Ids from one amount, or amounts between two: of both at once, an index is not left at the upper bound. */
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
