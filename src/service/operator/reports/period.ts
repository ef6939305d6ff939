/** The period of a report, in whole UTC days, and its merchant, undefined for all. */
export interface Period {
  from: Date;
  /** The start of the day after the last one. */
  before: Date;
  merchantId: string | undefined;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

/** @param firstDay as 2026-03-01, like `lastDay`, which is included */
export function periodOf(firstDay: string, lastDay: string, merchantId?: string): Period {
  const from = new Date(`${firstDay}T00:00:00Z`);
  const before = new Date(new Date(`${lastDay}T00:00:00Z`).getTime() + DAY_MS);
  return { from, before, merchantId };
}

/** Returns what is wrong with the period of a report, as a sentence. */
export function wrongPeriod({ from, before }: Period): string | undefined {
  const days = (before.getTime() - from.getTime()) / DAY_MS;
  if (days < 1) return '--to: must not lie before --from';
  return days > MOST_DAYS ? `--to: a report can cover at most ${MOST_DAYS} days` : undefined;
}
