/** Reads one report as the service does, and prints its rows, its seconds, and the peak memory in MB. */
import { connectDatabase } from '#service/platform/database/connect.ts';
import { createBackground } from '#service/platform/context.ts';
import { createReportSlots } from '#service/platform/report-slots.ts';
import { periodOf } from '#service/operator/reports/period.ts';
import { beginReport, type ReportKind } from '#service/operator/reports/reports.ts';

const KILOBYTES_PER_MB = 1_024;

const kind = (process.env['REPORT_KIND'] ?? 'orders') as ReportKind;
const database = await connectDatabase({
  databaseUrl: process.env['DATABASE_URL'],
  dataDirectory: '.data',
  poolSize: 2,
  onConnectionLost: () => undefined,
});
const deps = {
  db: database.db,
  longRunning: database.longRunning,
  now: () => new Date(),
  background: createBackground(() => undefined),
  reportSlots: createReportSlots(),
};
const startedAtMs = performance.now();
const year = { ...periodOf('2025-01-01', '2025-12-31'), merchant: undefined };
const report = await beginReport(deps, kind, year);
if (!report.ok) throw new Error(JSON.stringify(report));
let last = '';
for await (const piece of report.result.text) last = piece;
const seconds = (performance.now() - startedAtMs) / 1_000;
const rows = /#END,(\d+)\n$/.exec(last)?.[1] ?? 'unknown';
const megabytes = process.resourceUsage().maxRSS / KILOBYTES_PER_MB;
process.stdout.write(`${rows} ${seconds.toFixed(1)} ${megabytes.toFixed(0)}\n`);
await database.close();
