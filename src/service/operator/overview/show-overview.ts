import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Overview } from './answer.ts';
import { addUpOrders } from './order-totals.ts';
import {
  isBehind,
  selectAttemptCounters,
  selectDeclineReasons,
  selectOrderCounters,
  type CountedOrders,
} from './queries.ts';
import { startOf, type CountedRange } from './range.ts';
import { shownCounts } from './terminal-counts.ts';

type Db = ServiceContext['db'];

/**
 * How payments went, from counters: it costs the same however many orders there were. Attempts are counted
 * by terminal alone, so they are left out where one merchant is asked for.
 */
export async function showOverview(
  { db }: { db: Db },
  range: CountedRange,
  merchantId: string | undefined,
): Promise<Overview> {
  const rows = await selectOrderCounters(db, range, merchantId);
  const behind = await isBehind(db, range, merchantId);
  const { span } = range;
  return {
    span,
    from: startOf(span, range.from).toISOString(),
    to: startOf(span, range.before).toISOString(),
    up_to_date: !behind,
    totals: addUpOrders(rows, keyOf).map(([, counts]) => counts),
    series: addUpOrders(rows, (row) => `${row.bucket} ${keyOf(row)}`).map(
      ([{ bucket }, counts]) => ({
        at: startOf(span, bucket).toISOString(),
        ...counts,
      }),
    ),
    codes: codesIn(rows),
    ...(merchantId === undefined && (await attemptsIn(db, range))),
  };
}

function keyOf({ direction, currency }: CountedOrders): string {
  return `${direction} ${currency}`;
}

function codesIn(rows: readonly CountedOrders[]): Overview['codes'] {
  const ended = rows.filter(({ status, code }) => code !== '' && status !== 'SUCCESS');
  const groups = Map.groupBy(ended, (row) => `${keyOf(row)} ${row.code}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : { first, ...sumOf(group) };
    })
    .map(({ first: { direction, currency, code }, orders, amount }) => ({
      ...{ direction, currency, code, orders, amount },
    }))
    .toSorted((a, b) => b.orders - a.orders || a.code.localeCompare(b.code));
}

function sumOf(rows: readonly CountedOrders[]): { orders: number; amount: string } {
  return {
    orders: rows.reduce((sum, row) => sum + Number(row.orders), 0),
    amount: formatMinor(rows.reduce((sum, row) => sum + BigInt(row.amount_minor), 0n)),
  };
}

async function attemptsIn(db: Db, range: CountedRange) {
  const counted = await selectAttemptCounters(db, range);
  const reasons = await selectDeclineReasons(db, range);
  return {
    terminals: counted.filter(({ bucket }) => bucket === null).map(shownCounts),
    terminal_series: counted.flatMap((row) =>
      row.bucket === null
        ? []
        : { at: startOf(range.span, row.bucket).toISOString(), ...shownCounts(row) },
    ),
    decline_reasons: reasons.map(({ reason, attempts }) => ({
      reason,
      attempts: Number(attempts),
    })),
  };
}
