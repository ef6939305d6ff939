import type { ServiceConfig } from './configuration.ts';
import {
  bootstrap,
  openDatabases,
  type ServiceParts,
  type OpenDatabases,
  type ServiceOverrides,
} from './bootstrap.ts';
import { answerBrokenRequests, type AnswerBroken } from './http/broken-request.ts';
import { createOperatorApp } from './http/operator/app.ts';
import { createServiceApp, documentationUrl } from './http/service-app.ts';
import { newPageKey, type PageKey } from './merchants/keys.ts';
import { registerGauges } from './operator/metrics.ts';
import { alertSweep } from './operator/alerts/note.ts';
import { alertSender } from './operator/alerts/send.ts';
import { shareTerminals, terminalSweep } from './operator/cells/share-terminals.ts';
import { inviteFirst } from './operator/people/invitations.ts';
import { readOperatorKey } from './operator/operator-key.ts';
import { auditHeadSweep } from './operator/audit/append.ts';
import { reportSweeps } from './operator/reports/reports.ts';
import type { Cells } from './platform/cells/cells.ts';
import { observerOfAny } from './platform/cells/ask-cells.ts';
import type { CellDatabase } from './platform/cells/open-cells.ts';
import { createClockWarning } from './platform/clock.ts';
import type { Engine } from './platform/database/database.ts';
import { observeDatabase, observing } from './platform/database/observe.ts';
import { startIntervals, tickIntervalMs, type Intervals } from './platform/intervals.ts';
import { makeAttemptsDue } from './orders/inquiry.ts';
import { metricsReader } from './platform/metrics/shared-metrics.ts';
import { createLog, standardOutput } from './platform/log.ts';
import { readVersion } from './platform/version.ts';
import { createReadiness, type ReadinessDeps } from './platform/readiness.ts';
import { createCountingPauses } from './counters/pauses.ts';
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
  log.info({ version: readVersion(), node: process.versions.node }, 'Tollgate is starting');
  const opened = await openDatabases(config, log, overrides);
  try {
    const parts = await bootstrap(config, overrides, log, opened);
    const pageKey = overrides.pageKey ?? newPageKey();
    return await assemble(config, parts, opened, { pageKey, tickMs: overrides.tickMs });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Does what must be done once before several processes start: migrates, and creates the sandbox's merchants. */
export async function prepareService(
  config: ServiceConfig,
): Promise<Pick<Service, 'engine' | 'sandboxFile'> & { invitePath: string | undefined }> {
  const log = createLog(config.logLevel, await standardOutput());
  const opened = await openDatabases(config, log);
  try {
    const { sandboxFile, cells } = await bootstrap(config, {}, log, opened);
    const invitePath = config.sandbox ? await inviteFirst(cells.first.context) : undefined;
    return { engine: opened.database.engine, sandboxFile, invitePath };
  } finally {
    await opened.close();
  }
}

async function assemble(
  config: ServiceConfig,
  { cells, clock, connections, now, sandbox, sandboxFile }: ServiceParts,
  { database, poolUse, close }: Pick<OpenDatabases, 'database' | 'poolUse' | 'close'>,
  { pageKey, tickMs }: { pageKey: PageKey; tickMs?: number | undefined },
): Promise<Service> {
  const operatorKey = await readOperatorKey(config.dataDirectory);
  const contexts = cells.map((cell) => cell.context);
  const context = contexts.first;
  // Operators may name a shared terminal in any cell once they get answers; a sweep would copy it only later.
  if (contexts.all.length > 1) await shareTerminals(contexts);
  const work = startWork({ cells, clock, sandbox, connections }, config, tickMs);
  let stopping = false;
  const readiness = createReadiness({
    log: context.log,
    isStopping: () => stopping,
    observe: observerOfAny(observersOf(cells.all.map((cell) => cell.database))),
    lateSweeps: () => lateEverywhere(work),
    clockAheadMs: clock.aheadMs,
  });
  const app = createServiceApp(config, contexts, {
    pageKey,
    now,
    mounts: sandbox?.mounts(contexts) ?? {},
    clocks: sandbox?.clocks(contexts),
    health: { engine: database.engine, readiness },
  });
  const { registry } = context.metrics;
  registerGauges(registry, {
    version: readVersion(),
    contexts,
    poolUse,
    lateSeconds: () => mostLateSeconds(work),
  });
  const operatorApp = createOperatorApp(contexts, {
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
      await Promise.all(work.all.map((ofCell) => ofCell.stop()));
      await context.background.close();
      await Promise.all([...cells.all.map(({ webhooks }) => webhooks.stop()), sandbox?.stop()]);
      connections.close();
      await close();
      context.log.info('Tollgate has stopped');
    },
  };
}

/** Returns one observer for each address. */
function observersOf(databases: readonly CellDatabase[]): ReadinessDeps['observe'][] {
  const addresses = new Map(databases.map((cell) => [cell.address, cell])).values();
  return [...addresses].map(
    ({ observer }) =>
      (questions) =>
        observeDatabase(observer, questions),
  );
}

function lateEverywhere(work: Cells<Intervals>): string[] {
  const [first = [], ...others] = work.all.map(({ late }) => late());
  return first.filter((name) => others.every((late) => late.includes(name)));
}

function mostLateSeconds(work: Cells<Intervals>): Record<string, number> {
  const most: Record<string, number> = {};
  for (const { lateSeconds } of work.all) {
    for (const [name, seconds] of Object.entries(lateSeconds())) {
      most[name] = Math.max(most[name] ?? 0, seconds);
    }
  }
  return most;
}

/** Starts the recurring work of each cell separately. */
function startWork(
  {
    cells,
    clock,
    sandbox,
    connections,
  }: Pick<ServiceParts, 'cells' | 'clock' | 'sandbox' | 'connections'>,
  { mail, operatorPublicUrl: publicUrl, webhookAllowPrivate: allowPrivate }: ServiceConfig,
  tickMs: number | undefined,
): Cells<Intervals> {
  const warnOfClock = createClockWarning(cells.first.context.log, clock);
  const sandboxSweeps = sandbox?.sweeps(cells.map(({ context }) => context)) ?? [];
  const count = cells.all.length;
  const everyMs = tickIntervalMs(count, tickMs);
  const sharing = count === 1 ? [] : [terminalSweep(cells.map(({ context }) => context))];
  const everyCell = cells.all.map(({ context }) => context);
  const alerting = [
    alertSweep(cells.map(({ context }) => context)),
    alertSender({ context: cells.first.context, mail, publicUrl, connections, allowPrivate }),
  ];
  const pauses = createCountingPauses();
  return cells.map(({ context, webhooks, database }, cell) => {
    const sweeps = [
      ...orderSweeps(context, pauses),
      webhookSweep(webhooks),
      failingReceiversSweep(context),
      ...reportSweeps({ ...context, everyCell }),
      auditHeadSweep(context),
      ...(cell === 0 ? [...sandboxSweeps, ...sharing, ...alerting] : []),
    ];
    const observe = observing((now) =>
      Object.fromEntries(sweeps.map(({ name, due }) => [name, due(now)])),
    );
    return startIntervals({
      log: context.log,
      now: context.now,
      sweeps,
      async observe(by) {
        const observation = await observe(database.observer, by);
        if (cell > 0) return observation;
        clock.observe(observation);
        warnOfClock();
        return observation;
      },
      disruptions: database.disruptions,
      onDatabaseBack: () => Promise.all([webhooks.recover(), makeAttemptsDue(context)]),
      everyMs,
      // Staggers the cells: if all were asked at once, they would wait for each other, and then none be asked for a
      // while.
      firstAfterMs: (everyMs * cell) / count,
      idle: count === 1 ? undefined : { forMs: restMs(count), lastUsedMs: database.lastUsedMs },
    });
  });
}

const LEAST_REST_MS = 30_000;
/** How many idle cells, all together, are asked for due work in a second. */
const RESTING_ASKED_A_SECOND = 1;

/** Returns how long a cell with nothing to do is left alone. */
function restMs(cells: number): number {
  return Math.max(LEAST_REST_MS, (cells / RESTING_ASKED_A_SECOND) * 1_000);
}
