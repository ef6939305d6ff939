import type { ServiceContext } from '../../platform/context.ts';
import { feeReport, settlementReport, TooManyRows } from './daily-rows.ts';
import { orderReport } from './order-rows.ts';
import { periodOf, type Period } from './period.ts';
import { writeReport, type ReportContent } from './report-file.ts';
import {
  deleteChunks,
  endLease,
  insertChunk,
  leaseReport,
  MOST_TRIES,
  renewLease,
  type LeasedReport,
} from './report-queries.ts';

export type MakingDeps = Pick<
  ServiceContext,
  'db' | 'longRunning' | 'now' | 'newId' | 'log' | 'background'
> & {
  /** Of which each has some of all merchants' rows; absent where there is one. */
  everyCell?: readonly RowSource[];
};

type RowSource = Pick<ServiceContext, 'db' | 'longRunning'>;

/** Longer than the longest statement: whoever is silent for so long is gone. */
const LEASE_MS = 15 * 60_000;

class Stopped extends Error {
  override name = 'Stopped';
}

/**
 * Makes one report that is due, in pieces that only show once all are there. A process that ends leaves it
 * to the next; what fails leaves nothing but why.
 *
 * @returns false when none was due
 */
export async function makeDueReport(deps: MakingDeps): Promise<boolean> {
  const at = deps.now();
  const lease = { leaseId: deps.newId(), at, until: leaseEnd(at) };
  const report = await leaseReport(deps.db, lease);
  if (report === undefined) return false;
  if (report.tries > MOST_TRIES) await fail(deps, report, 'Its makers ended before it was done.');
  else await make(deps, report);
  return true;
}

function leaseEnd(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS);
}

async function make(deps: MakingDeps, report: LeasedReport): Promise<void> {
  try {
    // Those of a maker that ended.
    await deleteChunks(deps.db, report.id);
    const rows = await writeReport(contentOf(deps, report), (number, bytes) =>
      keepChunk(deps, report, number, bytes),
    );
    const end = { state: 'ready', row_count: BigInt(rows), ended_at: deps.now() } as const;
    await endLease(deps.db, report, end);
  } catch (error) {
    if (error instanceof Stopped) return endLease(deps.db, report, { state: 'waiting' });
    deps.log.error({ err: error, reportId: report.id }, 'A report could not be made');
    const why = error instanceof TooManyRows ? error.message : 'The log says why.';
    await fail(deps, report, why);
  }
}

function contentOf(deps: MakingDeps, report: LeasedReport): ReportContent {
  const { first_day: firstDay, last_day: lastDay, merchant_id: merchantId } = report;
  const period = periodOf(firstDay, lastDay, merchantId ?? undefined);
  const write = WRITERS[report.kind];
  if (merchantId !== null) return write(deps, period);
  const { everyCell = [deps] } = deps;
  const contents = everyCell.map((cell) => write(cell, period));
  return { columns: contents[0]?.columns ?? [], pages: pagesOf(contents) };
}

const WRITERS = {
  orders: ({ db }, period) => orderReport(db, period),
  settlement: settlementReport,
  fees: feeReport,
} as const satisfies Record<
  LeasedReport['kind'],
  (cell: RowSource, period: Period) => ReportContent
>;

/** Cell by cell: one that does not answer has the report fail rather than lack its rows. */
async function* pagesOf(contents: readonly ReportContent[]): ReportContent['pages'] {
  for (const { pages } of contents) yield* pages;
}

async function keepChunk(
  deps: MakingDeps,
  report: LeasedReport,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  if (deps.background.signal.aborted) throw new Stopped('The service is closing');
  if (!(await renewLease(deps.db, report, leaseEnd(deps.now())))) {
    throw new Error('Another process took the report');
  }
  await insertChunk(deps.db, report.id, number, bytes);
}

async function fail(deps: MakingDeps, report: LeasedReport, failure: string): Promise<void> {
  await endLease(deps.db, report, { state: 'failed', failure, ended_at: deps.now() });
  await deleteChunks(deps.db, report.id);
}
