import type { Readable } from 'node:stream';
import type { ServiceContext } from '../../platform/context.ts';
import type { MerchantScope } from '../roles.ts';
import { type ReportContent, readReport, writeReport } from './report-file.ts';
import {
  type LeasedReport,
  type ListedReport,
  MOST_TRIES,
  type ReportFilter,
  type Wanted,
  countUnderWay,
  deleteChunks,
  deleteEndedBefore,
  endLease,
  insertChunk,
  insertReport,
  leaseReport,
  lockReportsOf,
  renewLease,
  selectChunk,
  selectReports,
} from './report-queries.ts';
import { TooManyRows, feeReport, orderReport, settlementReport } from './rows.ts';
import { sql } from 'kysely';
import { after } from '../../platform/database/due-work.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { deleteFilesBefore } from '../acquirer-files/store.ts';
import { type Period, periodOf } from './period.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId'>;

/**
 * The most reports under way for each merchant, and for those about all merchants. More can be requested once some are
 * ready.
 */
export const MOST_UNDER_WAY = 5;

/**
 * Requests a report, which the next process that looks for one creates. Locks the merchant's row until the transaction
 * ends, so that the limit holds for parallel requests; reports about all merchants take no lock.
 *
 * @returns undefined if the limit of reports under way is reached
 */
export async function createReport(
  { db, now, newId }: Deps,
  wanted: Omit<Wanted, 'id'>,
): Promise<string | undefined> {
  if (wanted.merchant_id !== null) await lockReportsOf(db, wanted.merchant_id);
  if ((await countUnderWay(db, wanted.merchant_id)) >= MOST_UNDER_WAY) return undefined;
  const id = newId();
  await insertReport(db, { id, ...wanted }, now());
  return id;
}

/** Inserts a failed report, which looks like any report whose creation failed. */
export async function createFailedReport(
  { db, now, newId }: Deps,
  wanted: Omit<Wanted, 'id'>,
  failure: string,
): Promise<string> {
  const id = newId();
  const at = now();
  await insertReport(db, { id, ...wanted }, at, { state: 'failed', failure, ended_at: at });
  return id;
}

/** Lists reports, latest first. */
export async function listReports({ db }: Pick<Deps, 'db'>, filter: Omit<ReportFilter, 'id'>) {
  const rows = await selectReports(db, filter);
  return rows.map(shown);
}

export async function showReport({ db }: Pick<Deps, 'db'>, id: string, scope?: MerchantScope) {
  const [row] = await selectReports(db, { merchantId: scope?.merchantId, id, limit: 1 });
  return row && shown(row);
}

/** Adds the specification's resolution code for a failed report. */
function shown({ row_count: rows, merchant_id: _id, ...report }: ListedReport) {
  return {
    ...report,
    rows: rows === null ? null : Number(rows),
    resolution_code: report.state === 'failed' ? ('REPORT_GENERATION_FAILED' as const) : null,
  };
}

export type ReportFile =
  | { ok: true; name: string; file: Readable }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'refused'; detail: string; resolution_code?: 'REPORT_GENERATION_FAILED' };

/** Opens a report's CSV once it is complete. */
export async function openReport(
  { db }: Pick<Deps, 'db'>,
  id: string,
  scope?: MerchantScope,
): Promise<ReportFile> {
  const report = await showReport({ db }, id, scope);
  if (report === undefined) return { ok: false, problem: 'not_found' };
  if (report.state === 'failed') {
    const detail = `The report failed. ${report.failure ?? ''}`.trim();
    return { ok: false, problem: 'refused', detail, resolution_code: 'REPORT_GENERATION_FAILED' };
  }
  if (report.state !== 'ready') {
    return {
      ok: false,
      problem: 'refused',
      detail: `The report is not ready: it is ${report.state}.`,
    };
  }
  const name = `${report.kind}-${report.first_day}-${report.last_day}.csv`;
  return { ok: true, name, file: readReport((number) => selectChunk(db, id, number)) };
}

export type MakingDeps = Pick<
  ServiceContext,
  'db' | 'longRunning' | 'now' | 'newId' | 'log' | 'background'
>;

type RowSource = Pick<ServiceContext, 'db' | 'longRunning'>;

/** Longer than the longest statement: a process that does not renew its lease for this long is dead. */
const LEASE_MS = 15 * 60_000;

class Stopped extends Error {
  override name = 'Stopped';
}

/**
 * Creates one due report. Its chunks become visible only once it is complete. If the process stops, another one starts
 * it again; if it fails, only the reason is stored.
 *
 * @returns false if none was due
 */
export async function makeDueReport(deps: MakingDeps): Promise<boolean> {
  const at = deps.now();
  const lease = { leaseId: deps.newId(), at, until: leaseEnd(at) };
  const report = await leaseReport(deps.db, lease);
  if (report === undefined) return false;
  if (report.tries > MOST_TRIES)
    await fail(deps, report, 'The processes that created it stopped before it was complete.');
  else await make(deps, report);
  return true;
}

function leaseEnd(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS);
}

async function make(deps: MakingDeps, report: LeasedReport): Promise<void> {
  try {
    // Deletes the chunks of a process that stopped.
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
  return WRITERS[report.kind](deps, periodOf(firstDay, lastDay, merchantId ?? undefined));
}

const WRITERS = {
  orders: ({ db }, period) => orderReport(db, period),
  settlement: settlementReport,
  fees: feeReport,
} as const satisfies Record<
  LeasedReport['kind'],
  (deps: RowSource, period: Period) => ReportContent
>;

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

const KEPT_MS = 7 * 86_400_000;

/**
 * Creates reports, one at a time in each process, and deletes reports and acquirers' files after a week. Creating one
 * takes longer than recurring work may, so the sweep starts it in the background.
 */
export function reportSweeps(deps: MakingDeps): Sweep[] {
  let making = false;
  const makeAll = async () => {
    try {
      while (!deps.background.signal.aborted && (await makeDueReport(deps)));
    } finally {
      making = false;
    }
  };
  return [
    {
      name: 'make-reports',
      due: (now) => sql`exists (select from reports
        where state = 'waiting' or (state = 'running' and leased_until < ${now}))`,
      run: () => {
        if (!making) {
          making = true;
          deps.background.run(makeAll());
        }
        return Promise.resolve();
      },
    },
    {
      name: 'remove-reports',
      due: (now) => sql`(exists (select from reports where ended_at < ${after(now, -KEPT_MS)})
        or exists (select from acquirer_files where created_at < ${after(now, -KEPT_MS)}))`,
      async run() {
        const before = new Date(deps.now().getTime() - KEPT_MS);
        await deleteEndedBefore(deps.db, before);
        await deleteFilesBefore(deps.db, before);
      },
    },
  ];
}
