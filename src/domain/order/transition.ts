import type { OrderStatus } from './status.ts';

/** One allowed transition of an order and its cause. `from` is null at the order's creation. */
export interface Transition<Cause extends string = string> {
  from: OrderStatus | null;
  to: OrderStatus;
  cause: Cause;
}

export function isTransition(table: readonly Transition[], move: Transition): boolean {
  return table.some(
    ({ from, to, cause }) => from === move.from && to === move.to && cause === move.cause,
  );
}

/** Returns the statuses from which `to` can be reached, for the WHERE clause of an UPDATE. */
export function sources(table: readonly Transition[], to: OrderStatus): OrderStatus[] {
  const before = table.flatMap((row) => (row.to === to && row.from !== null ? [row.from] : []));
  return [...new Set(before)];
}
