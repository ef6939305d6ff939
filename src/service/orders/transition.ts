import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';

type Value<T> = T | RawBuilder<unknown>;

/**
 * Builds the part of a statement that records a transition for each order that its expression `moved` returns. Takes
 * values, or the expressions by which a prepared statement refers to them.
 */
export function recordTransition(move: {
  from: Value<OrderStatus>;
  to: Value<OrderStatus>;
  cause: Value<string>;
  at: Value<Date>;
}): RawBuilder<Record<string, unknown>> {
  const { from, to, cause, at } = move;
  return sql<
    Record<string, unknown>
  >`(insert into order_transitions (order_id, from_status, to_status, cause, at)
    select id, ${from}, ${to}, ${cause}, ${at} from moved)`;
}

/** What ending an order needs besides its transaction. */
export type FinalDeps = Pick<
  ServiceContext,
  'newId' | 'pageUrl' | 'metrics' | 'keyring' | 'reportUnverified'
>;
