import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';

type Value<T> = T | RawBuilder<unknown>;

/**
 * Records the transition of a change of status, as part of the statement that makes it: for each order
 * that the expression `moved` returned. Values, or the places where a prepared statement has them.
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

/** What the end of an order needs, beside the transaction that it happens in. */
export type FinalDeps = Pick<ServiceContext, 'newId' | 'pageUrl' | 'metrics' | 'keyring'>;
