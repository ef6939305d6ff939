import type { OrderStatus } from './status.ts';

/** One allowed move of an order and what causes it. `from` null is the order's birth. */
export interface Transition<Cause extends string = string> {
  from: OrderStatus | null;
  to: OrderStatus;
  cause: Cause;
}

export function canMove(
  table: readonly Transition[],
  from: OrderStatus | null,
  to: OrderStatus,
): boolean {
  return table.some((row) => row.from === from && row.to === to);
}

/** The statuses an UPDATE to `to` may find: its WHERE clause takes them from here. */
export function sources(table: readonly Transition[], to: OrderStatus): OrderStatus[] {
  const before = table.flatMap((row) => (row.to === to && row.from !== null ? [row.from] : []));
  return [...new Set(before)];
}
