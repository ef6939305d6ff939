import { sql } from 'kysely';
import type { ServiceContext } from './context.ts';
import { CLOCK_LIMIT_MS, type DatabaseClock } from './clock.ts';
import { after } from './database/due-work.ts';
import type { Db } from './database/schema.ts';
import type { Sweep } from './sweep-runner.ts';

/** How often an instance reports its clock while one of them differs from the database's. */
const REPORT_EVERY_MS = 10_000;
/** A report that is older does not ask the others for theirs. */
const ASKS_FOR_MS = 60_000;
/** Reports of instances that ended without a word are kept so long. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Tells whether it is this instance's clock that is wrong, or the database's: if all instances differ from the database
 * alike, taking them all out of service would not help.
 */
export interface InstanceClocks {
  /** Whether the clock differs from the database's and from the median of the other instances' last reports. */
  isWrong: () => boolean;
  /** Reports and reads the clocks while one differs. Nothing is written while all agree, except at start and stop. */
  sweep: Sweep;
  /** Runs the sweep's work if this clock differs. */
  check(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface InstanceClocksDeps {
  context: Pick<ServiceContext, 'db' | 'log' | 'now'>;
  clock: Pick<DatabaseClock, 'aheadMs'>;
  /** Shared by the processes of one port, which have the same clock. */
  instance: string;
  /** Called when the clock begins to differ. */
  onDiffers: (aheadMs: number) => Promise<void>;
}

export function createInstanceClocks({
  context: { db, log, now },
  clock,
  instance,
  onDiffers,
}: InstanceClocksDeps): InstanceClocks {
  let reportedMs = -Infinity;
  let others: number[] = [];
  /** Reports from before count no more once the clock begins to differ: the database may have a new clock. */
  let countFrom = new Date(0);
  let differed = false;

  const differs = () => Math.abs(clock.aheadMs()) > CLOCK_LIMIT_MS;

  async function exchange(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - reportedMs >= REPORT_EVERY_MS) {
      await report(db, { instance, aheadMs: Math.round(clock.aheadMs()), now: now() });
      reportedMs = nowMs;
    }
    others = await readOthers(db, instance, countFrom);
  }

  async function check(): Promise<void> {
    if (!differs()) {
      differed = false;
      return;
    }
    try {
      if (!differed) {
        differed = true;
        others = [];
        countFrom = now();
        reportedMs = -Infinity;
        await exchange();
        await onDiffers(clock.aheadMs());
      } else await exchange();
    } catch (error) {
      log.warn({ err: error }, "The instances' clocks could not be compared");
    }
  }

  return {
    isWrong() {
      const median = medianOf(others);
      return (
        differs() && median !== undefined && Math.abs(clock.aheadMs() - median) > CLOCK_LIMIT_MS
      );
    },
    sweep: {
      name: 'compare-clocks',
      due: (time) => sql<boolean>`exists (
        select from instance_clocks where abs(ahead_ms) > ${sql.lit(CLOCK_LIMIT_MS)}
          and reported_at > ${after(time, -ASKS_FOR_MS)})`,
      run: exchange,
    },
    check,
    async start() {
      await exchange();
      differed = differs();
      if (differed) await onDiffers(clock.aheadMs());
    },
    async stop() {
      await db
        .deleteFrom('instance_clocks')
        .where('instance', '=', instance)
        .execute()
        .catch(() => undefined);
    },
  };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

async function report(
  db: Db,
  { instance, aheadMs, now }: { instance: string; aheadMs: number; now: Date },
): Promise<void> {
  const row = { ahead_ms: BigInt(aheadMs), reported_at: now };
  await db
    .insertInto('instance_clocks')
    .values({ instance, ...row })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet(row))
    .execute();
  await db
    .deleteFrom('instance_clocks')
    .where('reported_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}

async function readOthers(db: Db, instance: string, since: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('instance_clocks')
    .select('ahead_ms')
    .where('instance', '<>', instance)
    .where('reported_at', '>=', since)
    .execute();
  return rows.map(({ ahead_ms: ms }) => Number(ms));
}
