import { addMinorText, formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { OrderCounts, Overview } from './answer.ts';
import { readRates, readRatesBy, readUnpaidReasons, type Grouping } from './conversion.ts';
import { startOf, type CountedRange } from './range.ts';
import {
  isBehind,
  selectAttemptCounters,
  selectDeclineReasons,
  selectDeclineWords,
  selectOrderCounters,
  type CountedAttempts,
  type CountedOrders,
} from './store.ts';
import { addedAttempts, shownCounts } from './terminals.ts';

type Db = ServiceContext['db'];

/**
 * Reads statistics from counters, at the same cost for any number of orders. Attempts are counted by terminal only, so
 * they are left out for a single merchant.
 */
export async function readOverview(
  { db }: { db: Db },
  range: CountedRange,
  { merchantId, by }: { merchantId: string | undefined; by: Grouping | undefined },
): Promise<Overview> {
  const { span } = range;
  const orders = await selectOrderCounters(db, range, merchantId);
  const { rates, funnel } = await readRates(db, range, merchantId);
  const behind = await isBehind(db, range, merchantId);
  return {
    span,
    from: startOf(span, range.from).toISOString(),
    to: startOf(span, range.before).toISOString(),
    up_to_date: !behind,
    totals: addUpOrders(orders),
    series: orders.map((row) => ({
      at: startOf(span, row.bucket).toISOString(),
      ...shownOrders(row),
    })),
    rates,
    funnel,
    ...(by !== undefined && { by: await readRatesBy(db, range, { merchantId, by }) }),
    unpaid_reasons: await readUnpaidReasons(db, range, merchantId),
    ...(merchantId === undefined && (await readAttempts(db, range))),
  };
}

async function readAttempts(db: Db, range: CountedRange) {
  const counted = await selectAttemptCounters(db, range);
  const reasons = await selectDeclineReasons(db, range);
  const hasOther = reasons.some(({ reason }) => reason === 'other');
  const words = hasOther ? await selectDeclineWords(db, range) : [];
  return {
    terminals: counted.filter(({ bucket }) => bucket === null).map(shownCounts),
    terminal_series: attemptPoints(range, counted),
    decline_reasons: reasons.map((row) => ({ ...row, attempts: Number(row.attempts) })),
    decline_words: words.map((row) => ({ ...row, attempts: Number(row.attempts) })),
  };
}

/**
 * Returns the attempts by terminal and time. Hours that a chart shows as one point are added up before quantiles are
 * computed, because quantiles cannot be averaged.
 */
function attemptPoints({ span, from, before }: CountedRange, counted: readonly CountedAttempts[]) {
  const size = span === 'hour' && before - from > MOST_SINGLE_HOURS ? HOURS_OF_A_POINT : 1;
  const points = new Map<string, CountedAttempts & { bucket: number }>();
  for (const row of counted) {
    if (row.bucket === null) continue;
    const bucket = row.bucket - ((row.bucket - from) % size);
    const key = `${row.terminal_id} ${row.direction} ${bucket}`;
    const point = points.get(key);
    points.set(key, { ...row, ...(point && addedAttempts(point, row)), bucket });
  }
  return [...points.values()].map((point) => ({
    at: startOf(span, point.bucket).toISOString(),
    ...shownCounts(point),
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
  };
}
