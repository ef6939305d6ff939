import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Overview } from './answer.ts';
import { addUpOrders, shownOrders } from './order-totals.ts';
import {
  isBehind,
  selectAttemptCounters,
  selectCodes,
  selectDeclineReasons,
  selectOrderCounters,
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
  const codes = await selectCodes(db, range, merchantId);
  const behind = await isBehind(db, range, merchantId);
  const { span } = range;
  return {
    span,
    from: startOf(span, range.from).toISOString(),
    to: startOf(span, range.before).toISOString(),
    up_to_date: !behind,
    totals: addUpOrders(rows),
    series: rows.map((row) => ({
      at: startOf(span, row.bucket).toISOString(),
      ...shownOrders(row),
    })),
    codes: codes.map(({ orders, amount_minor: minor, ...of }) => ({
      ...{ ...of, orders: Number(orders), amount: formatMinor(BigInt(minor)) },
    })),
    ...(merchantId === undefined && (await attemptsIn(db, range))),
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
