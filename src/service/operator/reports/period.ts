import { invalidAt, type Refused } from '../answer.ts';
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

/**
 * @param first a time, or the start of a day (UTC), such as 2026-03-01
 * @param last a time, which is included, or the whole of a day
 */
export function periodOf(first: string, last: string, merchantId?: string): Period {
  return { from: new Date(first), before: exclusiveEnd(last), merchantId };
}

/** Returns the refusal of a period, if it is wrong. */
export function wrongPeriod({ from, before }: Period): Refused | undefined {
  return before <= from ? invalidAt('/to', 'range', 'Must not lie before the start.') : undefined;
}

/** Returns the refusal of a period that may have a year at most, if it is wrong. */
export function wrongDays(period: Period): Refused | undefined {
  const days = (period.before.getTime() - period.from.getTime()) / DAY_MS;
  if (days > MOST_DAYS) {
    return invalidAt('/to', 'range', `The period can be at most ${MOST_DAYS} days.`);
  }
  return wrongPeriod(period);
}
