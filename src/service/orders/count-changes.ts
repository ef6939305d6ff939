import type { OrderDirection } from '#domain/order/direction.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';

/** Builds the part of a statement that counts the orders it creates: `made` has their rows, with an order's columns. */
export function countCreated(direction: OrderDirection, made = sql`made`): RawBuilder<Counted> {
  const none = { status: sql`null`, updatedAt: sql`null::timestamptz` };
  return countChanges(direction, made, none);
}

/**
 * Builds the part of a statement that counts the orders it changes, which its expression `moved` returns. Every
 * statement that changes an order's status or `updated_at` must count that.
 *
 * @param from the status and `updated_at` of the orders before the change
 * @param moved the orders, if not all rows of `moved` have changed
 */
export function countMoved(
  direction: OrderDirection,
  from: Place,
  moved = sql`moved`,
): RawBuilder<Counted> {
  return countChanges(direction, moved, from);
}

/** Returns the place of an order before its change. The caller has read the order and holds it locked. */
export function placeBeforeChange({
  status,
  updated_at,
}: {
  status: OrderStatus;
  updated_at: Date;
}): Place {
  return { status: sql`${status}`, updatedAt: sql`${updated_at}::timestamptz` };
}

interface Place {
  status: RawBuilder<unknown>;
  updatedAt: RawBuilder<unknown>;
}

type Counted = Record<string, unknown>;

function countChanges(
  direction: OrderDirection,
  orders: RawBuilder<unknown>,
  from: Place,
): RawBuilder<Counted> {
  return sql<Counted>`(
    insert into order_count_changes (merchant_id, direction, currency, created_hour,
      from_status, from_updated_hour, to_status, to_updated_hour, amount_minor, order_id)
    select merchant_id, ${sql.lit(direction)}, currency, ${hourOf(sql`created_at`)},
      ${from.status}, ${hourOf(from.updatedAt)},
      status, ${hourOf(sql`updated_at`)}, amount_minor, id
    from ${orders})`;
}

/** Hours since 1970 in UTC. */
function hourOf(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${instant}) / 3600)::integer`;
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
