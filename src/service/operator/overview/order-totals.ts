import { formatMinor } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { OrderCounts } from './answer.ts';
import { approvalRate } from './approval-rate.ts';
import type { CountedOrders } from './queries.ts';

/** Counters in groups, in the sequence in which their first rows come, each beside that row. */
export function addUpOrders(
  rows: readonly CountedOrders[],
  groupOf: (row: CountedOrders) => string,
): [first: CountedOrders, counts: OrderCounts][] {
  return [...Map.groupBy(rows, groupOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first, addedUp(first, group)]];
  });
}

interface Sum {
  orders: number;
  minor: bigint;
}

function addedUp(
  { direction, currency }: CountedOrders,
  group: readonly CountedOrders[],
): OrderCounts {
  const of = (...statuses: OrderStatus[]) =>
    sum(group.filter(({ status }) => statuses.includes(status)));
  const all = sum(group);
  const [succeeded, failed, closed] = [of('SUCCESS'), of('FAILED'), of('CLOSED')];
  return {
    ...{ direction, currency },
    ...{ orders: all.orders, amount: formatMinor(all.minor) },
    ...{ succeeded: succeeded.orders, succeeded_amount: formatMinor(succeeded.minor) },
    ...{ failed: failed.orders, failed_amount: formatMinor(failed.minor) },
    ...{ closed: closed.orders, closed_amount: formatMinor(closed.minor) },
    open: all.orders - succeeded.orders - failed.orders - closed.orders,
    approval_rate: approvalRate(succeeded.orders, failed.orders),
  };
}

function sum(rows: readonly CountedOrders[]): Sum {
  return rows.reduce<Sum>(
    ({ orders, minor }, row) => ({
      orders: orders + Number(row.orders),
      minor: minor + BigInt(row.amount_minor),
    }),
    { orders: 0, minor: 0n },
  );
}
