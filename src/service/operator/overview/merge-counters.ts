import { addMinorText } from '#domain/money.ts';
import { ascending, descending, type Compare } from '../../platform/cells/merge-pages.ts';
import { mergeRows } from '../cells/merge-rows.ts';
import { addedOrders } from './order-totals.ts';
import type {
  AttemptSums,
  CountedAttempts,
  CountedCode,
  CountedOrders,
  DeclineReasonCount,
} from './queries.ts';
import { NO_ATTEMPTS } from './terminal-counts.ts';

type Parts<Row> = readonly (readonly Row[])[];

/** Counters of several cells as one database would have them, in the order of its statements. */
export function mergeOrders(parts: Parts<CountedOrders>): CountedOrders[] {
  const compare = ascending<CountedOrders>(
    ({ bucket }) => bucket,
    ({ direction }) => direction,
    ({ currency }) => currency,
  );
  return mergeRows(parts, compare, addedOrders);
}

export function mergeCodes(parts: Parts<CountedCode>): CountedCode[] {
  const same = ascending<CountedCode>(
    ({ code }) => code,
    ({ direction }) => direction,
    ({ currency }) => currency,
  );
  const merged = mergeRows(parts, same, (one, other) => ({
    ...one,
    orders: one.orders + other.orders,
    amount_minor: addMinorText(one.amount_minor, other.amount_minor),
  }));
  return mostFirst(parts, merged, ({ orders }) => orders);
}

/** Terminals are the same in all cells by their names. */
export function mergeAttempts(parts: Parts<CountedAttempts>): CountedAttempts[] {
  const compare = ascending<CountedAttempts>(
    ({ terminal }) => terminal,
    ({ direction }) => direction,
    // All of the range comes first.
    ({ bucket }) => bucket ?? -1,
  );
  return mergeRows(parts, compare, (one, other) => ({ ...one, ...addedAttempts(one, other) }));
}

export function addedAttempts(one: AttemptSums, other: AttemptSums): AttemptSums {
  const sum = { ...NO_ATTEMPTS };
  for (const name of SUMS) sum[name] = one[name] + other[name];
  return sum;
}

const SUMS: readonly (keyof AttemptSums)[] = Object.keys(NO_ATTEMPTS).filter(isSum);

function isSum(name: string): name is keyof AttemptSums {
  return name in NO_ATTEMPTS;
}

export function mergeReasons(parts: Parts<DeclineReasonCount>): DeclineReasonCount[] {
  const same = ascending<DeclineReasonCount>(({ reason }) => reason);
  const merged = mergeRows(parts, same, (one, other) => ({
    ...one,
    attempts: one.attempts + other.attempts,
  }));
  return mostFirst(parts, merged, ({ attempts }) => attempts);
}

/** Sorting leaves those of which there are as many in the order that they have. */
function mostFirst<Row>(parts: Parts<Row>, merged: Row[], count: (row: Row) => bigint): Row[] {
  const compare: Compare<Row> = descending(count);
  return parts.length === 1 ? merged : merged.toSorted(compare);
}
