import { exclusiveEnd } from '../input.ts';

/** The period of a report, and its merchant, undefined for all. */
export interface Period {
  from: Date;
  /** The end, which is not part of it. */
  before: Date;
  merchantId: string | undefined;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * @param first a time, or the start of a day (UTC), such as 2026-03-01
 * @param last a time, which is included, or the whole of a day
 */
export function periodOf(first: string, last: string, merchantId?: string): Period {
  const before = DAY.test(last) ? new Date(Date.parse(last) + DAY_MS) : exclusiveEnd(last);
  return { from: new Date(first), before, merchantId };
}

/** Returns what is wrong with a period, as a sentence. */
export function wrongPeriod({ from, before }: Period): string | undefined {
  return before <= from ? '--to: must not lie before --from' : undefined;
}

/** Returns what is wrong with the days of a settlement file, as a sentence. */
export function wrongDays(period: Period): string | undefined {
  const days = (period.before.getTime() - period.from.getTime()) / DAY_MS;
  if (days > MOST_DAYS) return `--to: a file can cover at most ${MOST_DAYS} days`;
  return wrongPeriod(period);
}
