import type { OrderStatus } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { column } from '../platform/database/batch.ts';

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

/** Transitions of an order, as columns of a statement's input. */
export const MOVE_COLUMNS = {
  /** Null for the first, which creates the order. */
  froms: column<readonly (OrderStatus | null)[]>('text[]'),
  tos: column<readonly OrderStatus[]>('text[]'),
  causes: column<readonly string[]>('text[]'),
};

/** The part of a statement that records the transitions that each row of `moved` has in `MOVE_COLUMNS`, in sequence. */
export const RECORDED_MOVES = sql`(
    insert into order_transitions (order_id, from_status, to_status, cause, at)
    select moved.id, move.from_status, move.to_status, move.cause, moved.at
    from moved, unnest(moved.froms, moved.tos, moved.causes) as move (from_status, to_status, cause))`;

/** What ending an order needs besides its transaction. */
export type FinalDeps = Pick<
  ServiceContext,
  'newId' | 'pageUrl' | 'metrics' | 'keyring' | 'reportUnverified'
>;
