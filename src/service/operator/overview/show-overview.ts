import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Several } from '../cells/across.ts';
import type { Overview } from './answer.ts';
import { mergeAttempts, mergeCodes, mergeOrders, mergeReasons } from './merge-counters.ts';
import { addUpOrders, shownOrders } from './order-totals.ts';
import {
  isBehind,
  selectAttemptCounters,
  selectCodes,
  selectDeclineReasons,
  selectOrderCounters,
  type CountedAttempts,
  type CountedCode,
  type CountedOrders,
  type DeclineReasonCount,
} from './queries.ts';
import { startOf, type CountedRange } from './range.ts';
import { shownCounts } from './terminal-counts.ts';

type Db = ServiceContext['db'];

/** What was counted in one cell. */
export interface Counted {
  range: CountedRange;
  orders: readonly CountedOrders[];
  codes: readonly CountedCode[];
  behind: boolean;
  /** Undefined where one merchant is asked for: attempts are counted by terminal alone. */
  attempts:
    | { counted: readonly CountedAttempts[]; reasons: readonly DeclineReasonCount[] }
    | undefined;
}

/** How payments went, from counters: it costs the same however many orders there were. */
export async function readOverview(
  { db }: { db: Db },
  range: CountedRange,
  merchantId: string | undefined,
): Promise<Counted> {
  const orders = await selectOrderCounters(db, range, merchantId);
  const codes = await selectCodes(db, range, merchantId);
  const behind = await isBehind(db, range, merchantId);
  const attempts =
    merchantId === undefined
      ? {
          counted: await selectAttemptCounters(db, range),
          reasons: await selectDeclineReasons(db, range),
        }
      : undefined;
  return { range, orders, codes, behind, attempts };
}

/** Of one cell, or of several together. */
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
      ...{ ...of, orders: Number(orders), amount: formatMinor(BigInt(minor)) },
    })),
    ...attemptsIn(range, parts),
  };
}

function attemptsIn({ span }: CountedRange, parts: readonly Counted[]) {
  const attempts = parts.flatMap((part) => part.attempts ?? []);
  if (attempts.length === 0) return {};
  const counted = mergeAttempts(attempts.map((part) => part.counted));
  const reasons = mergeReasons(attempts.map((part) => part.reasons));
  return {
    terminals: counted.filter(({ bucket }) => bucket === null).map(shownCounts),
    terminal_series: counted.flatMap((row) =>
      row.bucket === null
        ? []
        : { at: startOf(span, row.bucket).toISOString(), ...shownCounts(row) },
    ),
    decline_reasons: reasons.map(({ reason, attempts: count }) => ({
      reason,
      attempts: Number(count),
    })),
  };
}
