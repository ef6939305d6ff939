import type { OrderDirection } from '#domain/order/direction.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';

type Value<T> = T | RawBuilder<unknown>;

/** The status and the time of an order before its change. */
interface Place {
  status: Value<OrderStatus>;
  updated_at: Value<Date>;
}

const NOWHERE: Place = { status: sql`null`, updated_at: sql`null` };

/** Builds the part of a statement that counts the orders it creates: `made` has their rows, with an order's columns. */
export function countCreated(direction: OrderDirection, made = sql`made`): RawBuilder<Counted> {
  return countMoved(direction, NOWHERE, made);
}

/**
 * Builds the part of a statement that counts the orders it changes, which its expression `moved` returns. Every
 * statement that changes an order's status or `updated_at` must count that.
 *
 * @param from as SQL, or the order as the caller read it, which holds it locked
 * @param moved the orders, if not all rows of `moved` have changed
 */
export function countMoved(
  direction: OrderDirection,
  from: Place,
  moved = sql`moved`,
): RawBuilder<Counted> {
  return sql<Counted>`(
    insert into order_count_changes (merchant_id, direction, currency, created_hour,
      from_status, from_updated_hour, to_status, to_updated_hour, amount_minor, order_id)
    select merchant_id, ${sql.lit(direction)}, currency, ${hourOf(sql`created_at`)},
      ${from.status}, ${hourOf(from.updated_at)},
      status, ${hourOf(sql`updated_at`)}, amount_minor, id
    from ${moved})`;
}

type Counted = Record<string, unknown>;

/** Hours since 1970 in UTC. */
function hourOf(instant: Value<Date>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${instant}::timestamptz) / 3600)::integer`;
}

/** Converts changes to counts: one order more at the place after each change, one less at the place before it. */
export function countsOf(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
  select merchant_id, direction, currency, created_hour, amount_minor, order_id,
    side.status, side.updated_hour, side.orders
  from ${changes} cross join lateral (values
    (to_status, to_updated_hour, 1), (from_status, from_updated_hour, -1)
  ) as side (status, updated_hour, orders)
  where side.status is not null)`;
}

/** The changes that are not rolled up yet, as counts. */
export const WAITING_CHANGES = sql`${countsOf(sql`order_count_changes`)} as waiting_changes`;
