import type { ServiceConfig } from './configuration.ts';
import {
  layFoundation,
  openDatabase,
  type Foundation,
  type ServiceOverrides,
} from './foundation.ts';
import { answerBrokenRequests, type AnswerBroken } from './http/broken-request.ts';
import { createOperatorApp } from './http/operator-app.ts';
import { createServiceApp, documentationUrl } from './http/service-app.ts';
import { newPageKey, type PageKey } from './merchants/page-key.ts';
import { registerGauges } from './operator/metrics/gauges.ts';
import { inviteFirst } from './operator/people/invite-first.ts';
import { readOperatorKey } from './operator/operator-key.ts';
import { reportSweeps } from './operator/reports/sweep.ts';
import { createCells } from './platform/cells/cells.ts';
import { createClockWarning } from './platform/clock.ts';
import type { Database, Engine } from './platform/database/connect.ts';
import { observeDatabase } from './platform/database/observe.ts';
import { startIntervals, type Intervals } from './platform/intervals.ts';
import { metricsReader } from './platform/metrics/shared-metrics.ts';
import { createLog } from './platform/log.ts';
import { createReadiness } from './platform/readiness.ts';
import { makeAttemptsDue } from './reconciliation/make-attempts-due.ts';
import { orderSweeps } from './reconciliation/sweeps.ts';
import { webhookSweep } from './webhooks/delivery/sweep.ts';

export { ADDRESS_HEADER } from '#contract/client-address.ts';
export { describeError } from '#contract/describe-error.ts';
export { readConfig, type Config, type ServiceConfig } from './configuration.ts';
export type { ServiceOverrides } from './foundation.ts';
export {
  answerBrokenRequests,
  type AnswerBroken,
  type BrokenRequest,
} from './http/broken-request.ts';
export type { Engine } from './platform/database/connect.ts';
export { newPageKey, type PageKey } from './merchants/page-key.ts';
export { collectFromWorkers } from './platform/metrics/shared-metrics.ts';
export { startTracing } from './platform/tracing/start-tracing.ts';
export { inSpan, SpanKind } from './platform/tracing/trace.ts';
export { StartError } from './platform/start-error.ts';
export type { TrustedProxies } from './platform/trusted-proxies.ts';

/** Whoever calls without a socket brings no bindings. */
export type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

export interface Service {
  /** Answers what lies under `/api` of the public listener. */
  fetch: Fetch;
  /** Answers the operators' listener. */
  fetchOperator: Fetch;
  engine: Engine;
  /** Where the sandbox wrote its keys; undefined outside the sandbox. */
  sandboxFile: string | undefined;
  pageKey: PageKey;
  /** Answers what is no request that `fetch` could be given. */
  answerBroken: AnswerBroken;
  /** The token of a link for a sandbox's first admin; undefined outside it, and once there is somebody. */
  inviteFirst(): Promise<string | undefined>;
  /** From now on the process is not ready: a balancer sends its requests elsewhere, the rest is answered. */
  announceStop(): void;
  /** Finishes the work at hand and closes the database. Stop sending requests first. */
  close(): Promise<void>;
}

/**
 * The composition root: connects, migrates, seeds the sandbox, starts the recurring work.
 *
 * @throws StartError for what whoever starts it can put right
 */
export async function createService(
  config: ServiceConfig,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  const log = createLog(config.logLevel, overrides.logDestination);
  const database = overrides.database ?? (await openDatabase(config, log));
  try {
    const foundation = await layFoundation(config, overrides, log, database);
    return await assemble(config, foundation, database, overrides.pageKey ?? newPageKey());
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What must be done once before several processes start: the migrations, and the sandbox's merchants. */
export async function prepareService(
  config: ServiceConfig,
): Promise<Pick<Service, 'engine' | 'sandboxFile'> & { invitePath: string | undefined }> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  try {
    const { sandboxFile, context } = await layFoundation(config, {}, log, database);
    const invitePath = config.sandbox ? await inviteFirst(context) : undefined;
    return { engine: database.engine, sandboxFile, invitePath };
  } finally {
    await database.close();
  }
}

async function assemble(
  config: ServiceConfig,
  { context, clock, now, webhooks, sandbox, sandboxFile }: Foundation,
  database: Database,
  pageKey: PageKey,
): Promise<Service> {
  const operatorKey = await readOperatorKey(config.dataDirectory);
  const intervals = startWork({ context, clock, webhooks, sandbox }, database);
  let stopping = false;
  const readiness = createReadiness({
    log: context.log,
    isStopping: () => stopping,
    observe: (questions) => observeDatabase(database.observer, questions),
    lateSweeps: intervals.late,
    clockAheadMs: clock.aheadMs,
  });
  const app = createServiceApp(config, createCells(context), {
    ...{ pageKey, now },
    mounts: sandbox?.mounts(context) ?? {},
    clocks: sandbox?.clocks(context),
    health: { engine: database.engine, readiness },
  });
  const { registry } = context.metrics;
  const { poolUse } = database;
  registerGauges(registry, { context, poolUse, lateSeconds: intervals.lateSeconds });
  const operatorApp = createOperatorApp(context, {
    operatorKey,
    publicUrl: config.operatorPublicUrl,
    workers: config.workers,
    readMetrics: metricsReader(registry),
  });
  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    fetchOperator: (request, bindings = {}) => operatorApp.fetch(request, bindings),
    engine: database.engine,
    sandboxFile,
    pageKey,
    answerBroken: answerBrokenRequests(documentationUrl(config), context.log),
    inviteFirst: async () => (config.sandbox ? inviteFirst(context) : undefined),
    announceStop() {
      stopping = true;
    },
    async close() {
      await intervals.stop();
      await context.background.close();
      await Promise.all([webhooks.stop(), sandbox?.stop()]);
      await database.close();
    },
  };
}

function startWork(
  {
    context,
    clock,
    webhooks,
    sandbox,
  }: Pick<Foundation, 'context' | 'clock' | 'webhooks' | 'sandbox'>,
  { observer, disruptions }: Database,
): Intervals {
  const warnOfClock = createClockWarning(context.log, clock);
  return startIntervals({
    log: context.log,
    now: context.now,
    sweeps: [
      ...orderSweeps(context),
      webhookSweep(webhooks),
      ...reportSweeps(context),
      ...(sandbox?.sweeps(context) ?? []),
    ],
    async observe(questions) {
      const observation = await observeDatabase(observer, questions);
      clock.observe(observation);
      warnOfClock();
      return observation;
    },
    disruptions,
    onDatabaseBack: () => Promise.all([webhooks.recover(), makeAttemptsDue(context)]),
  });
}
