import { addMinorText, formatMinor } from '#domain/money.ts';
import { ascending, descending, type Compare } from '../../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { type Several, mergeRows } from '../cells/across.ts';
import type { OrderCounts, Overview } from './answer.ts';
import { startOf, type CountedRange } from './range.ts';
import {
  isBehind,
  selectAttemptCounters,
  selectCodes,
  selectDeclineReasons,
  selectDeclineWords,
  selectOrderCounters,
  type CountedAttempts,
  type CountedCode,
  type CountedOrders,
  type DeclineReasonCount,
  type DeclineWords,
} from './store.ts';
import { addedAttempts, approvalRate, shownCounts } from './terminals.ts';

type Db = ServiceContext['db'];

/** The counts of one cell. */
export interface Counted {
  range: CountedRange;
  orders: readonly CountedOrders[];
  codes: readonly CountedCode[];
  behind: boolean;
  /** Undefined for a single merchant, because attempts are counted by terminal only. */
  attempts:
    | {
        counted: readonly CountedAttempts[];
        reasons: readonly DeclineReasonCount[];
        words: readonly DeclineWords[];
      }
    | undefined;
}

/** Reads statistics from counters, at the same cost for any number of orders. */
export async function readOverview(
  { db }: { db: Db },
  range: CountedRange,
  merchantId: string | undefined,
): Promise<Counted> {
  const orders = await selectOrderCounters(db, range, merchantId);
  const codes = await selectCodes(db, range, merchantId);
  const behind = await isBehind(db, range, merchantId);
  const attempts = merchantId === undefined ? await readAttempts(db, range) : undefined;
  return { range, orders, codes, behind, attempts };
}

async function readAttempts(db: Db, range: CountedRange) {
  const counted = await selectAttemptCounters(db, range);
  const reasons = await selectDeclineReasons(db, range);
  const hasOther = reasons.some(({ reason }) => reason === 'other');
  return { counted, reasons, words: hasOther ? await selectDeclineWords(db, range) : [] };
}

/** Combines the counts of one or several cells. */
export function shownOverview(parts: Several<Counted>): Overview {
  const [{ range }] = parts;
  const { span } = range;
  const rows = mergeOrders(parts.map(({ orders }) => orders));
  const codes = mergeCodes(parts.map((part) => part.codes));
  return {
    span,
    from: startOf(span, range.from).toISOString(),
    to: startOf(span, range.before).toISOString(),
    up_to_date: parts.every(({ behind }) => !behind),
    totals: addUpOrders(rows),
    series: rows.map((row) => ({
      at: startOf(span, row.bucket).toISOString(),
      ...shownOrders(row),
    })),
    codes: codes.map(({ orders, amount_minor: minor, ...of }) => ({
      ...of,
      orders: Number(orders),
      amount: formatMinor(BigInt(minor)),
    })),
    ...attemptsIn(range, parts),
  };
}

function attemptsIn(range: CountedRange, parts: readonly Counted[]) {
  const attempts = parts.flatMap((part) => part.attempts ?? []);
  if (attempts.length === 0) return {};
  const counted = mergeAttempts(attempts.map((part) => part.counted));
  const reasons = mergeCounts(
    attempts.map((part) => part.reasons),
    ({ reason }) => reason,
  );
  const words = mergeCounts(
    attempts.map((part) => part.words),
    (row) => row.words,
  );
  return {
    terminals: counted.filter(({ bucket }) => bucket === null).map(shownCounts),
    terminal_series: attemptPoints(range, counted),
    decline_reasons: reasons.map(({ reason, attempts: count }) => ({
      reason,
      attempts: Number(count),
    })),
    decline_words: words.map((row) => ({ words: row.words, attempts: Number(row.attempts) })),
  };
}

/**
 * Returns the attempts by terminal and time. Hours that a chart shows as one point are added up before quantiles are
 * computed, because quantiles cannot be averaged.
 */
function attemptPoints({ span, from, before }: CountedRange, counted: readonly CountedAttempts[]) {
  const size = span === 'hour' && before - from > MOST_SINGLE_HOURS ? HOURS_OF_A_POINT : 1;
  const points = counted.flatMap((row) =>
    row.bucket === null ? [] : { ...row, bucket: row.bucket - ((row.bucket - from) % size) },
  );
  return mergeAttempts(points.map((point) => [point])).map((row) => ({
    at: startOf(span, row.bucket ?? from).toISOString(),
    ...shownCounts(row),
  }));
}

const MOST_SINGLE_HOURS = 48;
const HOURS_OF_A_POINT = 6;

/** Adds up the counters of each direction and currency, in the order of first appearance. */
function addUpOrders(rows: readonly CountedOrders[]): OrderCounts[] {
  const groups = Map.groupBy(rows, ({ direction, currency }) => `${direction} ${currency}`);
  return [...groups.values()].flatMap((group) => {
    const sum = group.reduce<CountedOrders | undefined>(
      (before, row) => (before === undefined ? row : addedOrders(before, row)),
      undefined,
    );
    return sum === undefined ? [] : [shownOrders(sum)];
  });
}

function addedOrders(one: CountedOrders, other: CountedOrders): CountedOrders {
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

function shownOrders(row: CountedOrders): OrderCounts {
  const amount = (minor: string) => formatMinor(BigInt(minor));
  const [orders, succeeded] = [Number(row.orders), Number(row.succeeded)];
  const [failed, closed] = [Number(row.failed), Number(row.closed)];
  return {
    direction: row.direction,
    currency: row.currency,
    orders,
    amount: amount(row.amount_minor),
    succeeded,
    succeeded_amount: amount(row.succeeded_minor),
    failed,
    failed_amount: amount(row.failed_minor),
    closed,
    closed_amount: amount(row.closed_minor),
    open: orders - succeeded - failed - closed,
    approval_rate: approvalRate(succeeded, failed),
  };
}

type Parts<Row> = readonly (readonly Row[])[];

/** Merges the counters of several cells, in the order that a single database returns. */
function mergeOrders(parts: Parts<CountedOrders>): CountedOrders[] {
  const compare = ascending<CountedOrders>(
    ({ bucket }) => bucket,
    ({ direction }) => direction,
    ({ currency }) => currency,
  );
  return mergeRows(parts, compare, addedOrders);
}

function mergeCodes(parts: Parts<CountedCode>): CountedCode[] {
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

/** Merges the attempts of several cells. A terminal is identified by its name, which is the same in all cells. */
function mergeAttempts(parts: Parts<CountedAttempts>): CountedAttempts[] {
  const compare = ascending<CountedAttempts>(
    ({ terminal }) => terminal,
    ({ direction }) => direction,
    // The row for the whole range comes first.
    ({ bucket }) => bucket ?? -1,
  );
  return mergeRows(parts, compare, (one, other) => ({ ...one, ...addedAttempts(one, other) }));
}

/** Merges numbers of attempts, by the value that they are counted by. */
function mergeCounts<Row extends { attempts: bigint }>(
  parts: Parts<Row>,
  nameOf: (row: Row) => string,
): Row[] {
  const merged = mergeRows(parts, ascending<Row>(nameOf), (one, other) => ({
    ...one,
    attempts: one.attempts + other.attempts,
  }));
  return mostFirst(parts, merged, ({ attempts }) => attempts);
}

/** Sorts by count, highest first. The sort is stable, so equal counts keep their order. */
function mostFirst<Row>(parts: Parts<Row>, merged: Row[], count: (row: Row) => bigint): Row[] {
  const compare: Compare<Row> = descending(count);
  return parts.length === 1 ? merged : merged.toSorted(compare);
}
