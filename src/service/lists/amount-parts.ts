import { sql, type RawBuilder } from 'kysely';
import { FINAL_STATUSES } from '#domain/order/status.ts';

/** A narrow bucket of amounts that has more orders of one currency and status than that is divided. */
export const LARGE = 10_000;

/**
 * Orders that have ended are what parts count: they never leave the status again, so nothing that was not
 * counted in a part is made up for by something else that was not.
 */
export const IS_FINAL = sql`status in (${sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))})`;

/**
 * Expressions of the statement that adds changes in: they count in parts what is of a bucket that is divided,
 * and leave to `divideAmounts` the buckets that have become large.
 *
 * @param sides the changes as counts
 * @param met what is added to each count, and what it was before
 * @param large orders of one currency and status
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
