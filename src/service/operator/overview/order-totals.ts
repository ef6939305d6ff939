import { addMinorText, formatMinor } from '#domain/money.ts';
import type { OrderCounts } from './answer.ts';
import { approvalRate } from './approval-rate.ts';
import type { CountedOrders } from './queries.ts';

/** Counters of each direction and currency, in the sequence in which they first come. */
export function addUpOrders(rows: readonly CountedOrders[]): OrderCounts[] {
  const groups = Map.groupBy(rows, ({ direction, currency }) => `${direction} ${currency}`);
  return [...groups.values()].flatMap((group) => {
    const sum = group.reduce<CountedOrders | undefined>(
      (before, row) => (before === undefined ? row : addedOrders(before, row)),
      undefined,
    );
    return sum === undefined ? [] : [shownOrders(sum)];
  });
}

export function addedOrders(one: CountedOrders, other: CountedOrders): CountedOrders {
  return {
    ...one,
    orders: one.orders + other.orders,
    amount_minor: addMinorText(one.amount_minor, other.amount_minor),
    succeeded: one.succeeded + other.succeeded,
    succeeded_minor: addMinorText(one.succeeded_minor, other.succeeded_minor),
    failed: one.failed + other.failed,
    failed_minor: addMinorText(one.failed_minor, other.failed_minor),
    closed: one.closed + other.closed,
    closed_minor: addMinorText(one.closed_minor, other.closed_minor),
  };
}

export function shownOrders(row: CountedOrders): OrderCounts {
  const amount = (minor: string) => formatMinor(BigInt(minor));
  const [orders, succeeded] = [Number(row.orders), Number(row.succeeded)];
  const [failed, closed] = [Number(row.failed), Number(row.closed)];
  return {
    ...{ direction: row.direction, currency: row.currency },
    ...{ orders, amount: amount(row.amount_minor) },
    ...{ succeeded, succeeded_amount: amount(row.succeeded_minor) },
    ...{ failed, failed_amount: amount(row.failed_minor) },
    ...{ closed, closed_amount: amount(row.closed_minor) },
    open: orders - succeeded - failed - closed,
    approval_rate: approvalRate(succeeded, failed),
  };
}
