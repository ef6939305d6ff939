import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '#domain/order/status.ts';

/**
 * The transition that a change of status leaves behind, as part of the statement that makes it: for
 * each order that the expression `moved` came back with.
 */
export function noteMoved(move: {
  from: OrderStatus;
  to: OrderStatus;
  cause: string;
  at: Date;
}): RawBuilder<Record<string, unknown>> {
  const { from, to, cause, at } = move;
  return sql<
    Record<string, unknown>
  >`(insert into order_transitions (order_id, from_status, to_status, cause, at)
    select id, ${from}, ${to}, ${cause}, ${at} from moved)`;
}
