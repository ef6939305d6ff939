import { addMinorText, formatMinor } from '#domain/money.ts';
import { ascending } from '../../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Several } from '../cells/across.ts';
import { mergeRows } from '../cells/merge-rows.ts';
import {
  selectHoldsDue,
  selectKeptBack,
  type HoldFilter,
  type HoldsDue,
  type KeptBack,
} from './hold-queries.ts';

const DAY_MS = 86_400_000;

/** What is kept back, of one cell. */
export interface Holds {
  before: Date;
  due: readonly HoldsDue[];
  kept: readonly KeptBack[];
}

/** What is due in so many days, and all that is kept back. */
export async function readHolds(
  { db, now }: { db: ServiceContext['db']; now: Date },
  filter: HoldFilter,
  days: number,
): Promise<Holds> {
  const before = new Date((Math.floor(now.getTime() / DAY_MS) + days) * DAY_MS);
  const due = await selectHoldsDue(db, filter, before);
  return { before, due, kept: await selectKeptBack(db, filter) };
}

/** What is kept back by the day on which it is due, and what is due later than these days. */
export function shownHolds(parts: Several<Holds>) {
  const due = mergeRows(
    parts.map((part) => part.due),
    BY_DAY,
    (one, other) => ({
      ...one,
      payins: one.payins + other.payins,
      amount_minor: addMinorText(one.amount_minor, other.amount_minor),
    }),
  );
  const kept = mergeRows(
    parts.map((part) => part.kept),
    ascending(({ currency }) => currency),
    (one, other) => ({
      ...one,
      hold_minor: addMinorText(one.hold_minor, other.hold_minor),
      rolling_minor: addMinorText(one.rolling_minor, other.rolling_minor),
    }),
  );
  return {
    before: parts[0].before.toISOString(),
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

const BY_DAY = ascending<HoldsDue>(
  ({ day }) => day,
  ({ bucket }) => bucket,
  ({ currency }) => currency,
);

function dueOf(
  due: readonly HoldsDue[],
  bucket: HoldsDue['bucket'],
  currency: HoldsDue['currency'],
): bigint {
  return due
    .filter((row) => row.bucket === bucket && row.currency === currency)
    .reduce((sum, row) => sum + BigInt(row.amount_minor), 0n);
}
