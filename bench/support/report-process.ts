/** Creates one report as the service does, and prints its rows, its seconds, and the peak memory in MB. */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { connectDatabase } from '#service/platform/database/connect.ts';
import { createBackground } from '#service/platform/context.ts';
import { REPORT_KINDS } from '#service/platform/database/tables/reports.ts';
import { createReport, makeDueReport, showReport } from '#service/operator/reports/reports.ts';

const KILOBYTES_PER_MB = 1_024;

const kind = REPORT_KINDS.find((known) => known === process.env['REPORT_KIND']) ?? 'orders';
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
  newId: randomUUID,
  log: pino(pino.destination(2)),
  background: createBackground(() => undefined),
};
const wanted = { merchant_id: null, first_day: '2025-01-01', last_day: '2025-12-31' };
const id = await createReport(deps, { kind, ...wanted });
if (id === undefined) throw new Error('There are other reports under way');
const startedAtMs = performance.now();
await makeDueReport(deps);
const seconds = (performance.now() - startedAtMs) / 1_000;
const report = await showReport(deps, id);
if (report?.state !== 'ready') throw new Error(`The report is ${report?.state ?? 'gone'}`);
const megabytes = process.resourceUsage().maxRSS / KILOBYTES_PER_MB;
process.stdout.write(`${report.rows ?? 0} ${seconds.toFixed(1)} ${megabytes.toFixed(0)}\n`);
await database.close();
