import type { Readable } from 'node:stream';
import type { ServiceContext } from '../../platform/context.ts';
import type { MerchantScope } from '../merchant-scope.ts';
import { readReport } from './report-file.ts';
import {
  countUnderWay,
  insertReport,
  lockReportsOf,
  selectChunk,
  selectReports,
  type ListedReport,
  type ReportFilter,
  type Wanted,
} from './report-queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId'>;

/** Of one merchant, and of those of all merchants: whoever needs more asks again when some are there. */
export const MOST_UNDER_WAY = 5;

/**
 * Asks for a report: it is made by the next process that looks. Locks out others that ask for the same merchant's (its row), until
 * the transaction ends.
 *
 * @returns undefined where as many as may be are under way
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

/** A report that has failed, as any that could not be made. */
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

/** The latest first. */
export async function listReports({ db }: Pick<Deps, 'db'>, filter: Omit<ReportFilter, 'id'>) {
  const rows = await selectReports(db, filter);
  return rows.map(shown);
}

export async function showReport({ db }: Pick<Deps, 'db'>, id: string, scope?: MerchantScope) {
  const [row] = await selectReports(db, { merchantId: scope?.merchantId, id, limit: 1 });
  return row && shown(row);
}

/** A failed one has the specification's code for it. */
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

/** A report's CSV, once all of it is there. */
export async function openReport(
  { db }: Pick<Deps, 'db'>,
  id: string,
  scope?: MerchantScope,
): Promise<ReportFile> {
  const report = await showReport({ db }, id, scope);
  if (report === undefined) return { ok: false, problem: 'not_found' };
  if (report.state === 'failed') {
    const detail = `The report could not be made. ${report.failure ?? ''}`.trim();
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
