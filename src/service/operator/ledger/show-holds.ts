import { formatMinor } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { selectHoldsDue, selectKeptBack, type HoldFilter, type HoldsDue } from './hold-queries.ts';

const DAY_MS = 86_400_000;

/** What is kept back by the day on which it is due, for so many days, and what is due later than these. */
export async function showHolds(
  { db, now }: { db: ServiceContext['db']; now: Date },
  filter: HoldFilter,
  days: number,
) {
  const before = new Date((Math.floor(now.getTime() / DAY_MS) + days) * DAY_MS);
  const due = await selectHoldsDue(db, filter, before);
  const kept = await selectKeptBack(db, filter);
  return {
    before: before.toISOString(),
    days: due.map(({ amount_minor: minor, ...rest }) => ({
      ...rest,
      amount: formatMinor(BigInt(minor)),
    })),
    later: kept
      .flatMap(({ currency, hold_minor: hold, rolling_minor: rolling }) => [
        { bucket: 'hold', currency, minor: BigInt(hold) } as const,
        { bucket: 'rolling', currency, minor: BigInt(rolling) } as const,
      ])
      .map(({ bucket, currency, minor }) => ({
        ...{ bucket, currency },
        laterMinor: minor - dueOf(due, bucket, currency),
      }))
      .filter(({ laterMinor }) => laterMinor > 0n)
      .map(({ laterMinor, ...rest }) => ({ ...rest, amount: formatMinor(laterMinor) })),
  };
}

function dueOf(
  due: readonly HoldsDue[],
  bucket: HoldsDue['bucket'],
  currency: HoldsDue['currency'],
): bigint {
  return due
    .filter((row) => row.bucket === bucket && row.currency === currency)
    .reduce((sum, row) => sum + BigInt(row.amount_minor), 0n);
}
