import type { ServiceConfig } from './configuration.ts';
import { bootstrap, openDatabase, type ServiceParts, type ServiceOverrides } from './bootstrap.ts';
import { answerBrokenRequests, type AnswerBroken } from './http/broken-request.ts';
import { createProvider } from './operator/people/provider.ts';
import { createOperatorApp } from './http/operator/app.ts';
import { createServiceApp, documentationUrl, type ReadCheckout } from './http/service-app.ts';
import { newPageKey, type PageKey } from './merchants/keys.ts';
import { registerGauges } from './operator/metrics.ts';
import { alertSweep, createOutageAlert } from './operator/alerts/note.ts';
import { alertSender, createUnrecordedSender } from './operator/alerts/send.ts';
import { inviteFirst } from './operator/people/invitations.ts';
import { createOperatorKey } from './operator/operator-key.ts';
import { recordRefusedWrites } from './operator/refused-writes.ts';
import { auditHeadSweep } from './operator/audit/append.ts';
import { acquirerFilesSweep } from './operator/acquirer-files/reconcile.ts';
import { createClockWarning } from './platform/clock.ts';
import type { Database, Engine } from './platform/database/database.ts';
import { observeDatabase, observing } from './platform/database/observe.ts';
import { startIntervals, type Intervals } from './platform/intervals.ts';
import { raiseOnce } from './orders/exception-queue.ts';
import { makeAttemptsDue } from './orders/inquiry.ts';
import { metricsReader } from './platform/metrics/shared-metrics.ts';
import { createLog, standardOutput } from './platform/log.ts';
import { readBuild, type Build } from './platform/version.ts';
import { createInstanceClocks, type InstanceClocks } from './platform/instance-clocks.ts';
import { clockDifference, createReadiness } from './platform/readiness.ts';
import { orderSweeps } from './reconciliation/sweeps.ts';
import { webhookSweep } from './webhooks/deliver.ts';
import { failingReceiversSweep } from './webhooks/failing-receivers.ts';

export type { ServiceOverrides } from './bootstrap.ts';
export type { Engine } from './platform/database/database.ts';

/** Answers a request. A call without a socket has no bindings. */
export type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

export interface Service {
  /** Answers requests under `/api` of the public listener. */
  fetch: Fetch;
  readCheckout: ReadCheckout;
  /** Answers the operators' listener. */
  fetchOperator: Fetch;
  engine: Engine;
  /** The file that the sandbox wrote its keys to; undefined outside the sandbox. */
  sandboxFile: string | undefined;
  pageKey: PageKey;
  /** Answers a broken request, which cannot be passed to `fetch`. */
  answerBroken: AnswerBroken;
  /**
   * Creates a link that signs in a sandbox's first admin. Returns its path; undefined outside the sandbox, if there
   * are other people, or if the admin has another way to sign in.
   */
  inviteFirst(): Promise<string | undefined>;
  /**
   * Makes the process not ready, so that a load balancer sends requests elsewhere. Requests that still come are
   * answered.
   */
  announceStop(): void;
  /** Finishes the work at hand and closes the database. Stop sending requests first. */
  close(): Promise<void>;
}

/**
 * Creates the service: connects, migrates, seeds the sandbox, and starts the recurring work. It is the composition
 * root.
 *
 * @throws StartError for what the person who starts the program can fix
 */
export async function createService(
  config: ServiceConfig,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  const log = createLog(config.logLevel, overrides.logDestination ?? (await standardOutput()));
  const build = readBuild();
  log.info({ ...build, node: process.versions.node }, 'Tollgate is starting');
  const database = overrides.database ?? (await openDatabase(config, log, overrides));
  try {
    const parts = await bootstrap(config, overrides, log, database);
    const pageKey = overrides.pageKey ?? newPageKey();
    return await assemble(config, parts, database, {
      build,
      pageKey,
      tickMs: overrides.tickMs,
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Does what must be done once before several processes start: migrates, and creates the sandbox's merchants. */
export async function prepareService(
  config: ServiceConfig,
): Promise<Pick<Service, 'engine' | 'sandboxFile'> & { invitePath: string | undefined }> {
  const log = createLog(config.logLevel, await standardOutput());
  const database = await openDatabase(config, log);
  try {
    const { sandboxFile, context } = await bootstrap(config, {}, log, database);
    const invitePath = config.sandbox ? await inviteFirst(context) : undefined;
    return { engine: database.engine, sandboxFile, invitePath };
  } finally {
    await database.close();
  }
}

async function assemble(
  config: ServiceConfig,
  parts: ServiceParts,
  database: Database,
  { build, pageKey, tickMs }: { build: Build; pageKey: PageKey; tickMs?: number | undefined },
): Promise<Service> {
  const { context, webhooks, clock, connections, sandbox, sandboxFile } = parts;
  await createOperatorKey(context.operatorKeyPath);
  const clocks = createInstanceClocks({
    context,
    clock,
    instance: pageKey.keyId,
    onDiffers: (aheadMs) =>
      raiseOnce(
        context,
        'clock_differs',
        `The clock of a machine is ${clockDifference(aheadMs)}: set its clock, or the database's.`,
      ),
  });
  await clocks.start();
  const work = startWork({ ...parts, clocks }, database, config, tickMs);
  let stopping = false;
  const readiness = createReadiness({
    log: context.log,
    isStopping: () => stopping,
    observe: (questions) => observeDatabase(database.observer, questions),
    hasRoom: () => database.writability.refusedSince() === undefined,
    lateSweeps: work.late,
    clockAheadMs: clock.aheadMs,
    isClockWrong: clocks.isWrong,
  });
  const { app, readCheckout } = createServiceApp(config, context, {
    pageKey,
    mounts: sandbox?.mounts(context) ?? {},
    triggers: sandbox?.triggers(context),
    health: { engine: database.engine, readiness, quiet: config.quiet },
  });
  const { registry } = context.metrics;
  registerGauges(registry, {
    build,
    context,
    poolUse: database.poolUse,
    lateSeconds: work.lateSeconds,
    clockAheadMs: clock.aheadMs,
  });
  const operatorApp = createOperatorApp(context, {
    provider: config.oidc && createProvider(config.oidc, context),
    publicUrl: config.operatorPublicUrl,
    workers: config.workers,
    readMetrics: metricsReader(registry),
  });
  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    readCheckout,
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
      await work.stop();
      await clocks.stop();
      await context.background.close();
      await webhooks.stop();
      connections.close();
      await database.close();
      context.log.info('Tollgate has stopped');
    },
  };
}

/** Starts the recurring work. */
function startWork(
  {
    context,
    webhooks,
    clock,
    clocks,
    sandbox,
    connections,
  }: ServiceParts & { clocks: InstanceClocks },
  database: Database,
  { mail, operatorPublicUrl: publicUrl, webhookAllowPrivate: allowPrivate, quiet }: ServiceConfig,
  tickMs: number | undefined,
): Intervals {
  const warnOfClock = createClockWarning(context.log, clock);
  recordRefusedWrites(context, database.writability);
  const sending = { context, mail, publicUrl, connections, allowPrivate };
  const unrecorded = createUnrecordedSender(sending);
  const outage = createOutageAlert(context, unrecorded);
  const sweeps = quiet
    ? []
    : [
        ...orderSweeps(context),
        webhookSweep(webhooks),
        failingReceiversSweep(context),
        acquirerFilesSweep(context),
        auditHeadSweep(context),
        ...(sandbox?.sweeps(context) ?? []),
        alertSweep(context, unrecorded),
        alertSender(sending),
        clocks.sweep,
      ];
  const observe = observing((now) =>
    Object.fromEntries(sweeps.map(({ name, due }) => [name, due(now)])),
  );
  return startIntervals({
    log: context.log,
    now: context.now,
    sweeps,
    async observe(by) {
      const observation = await observe(database.observer, by).catch((error: unknown) => {
        outage.failed();
        throw error;
      });
      if (observation.readOnly) outage.failed();
      else outage.answered();
      clock.observe(observation);
      warnOfClock();
      void clocks.check();
      return observation;
    },
    disruptions: database.disruptions,
    onDatabaseBack: async () => {
      if (!quiet) await Promise.all([webhooks.recover(), makeAttemptsDue(context)]);
    },
    everyMs: tickMs,
  });
}
