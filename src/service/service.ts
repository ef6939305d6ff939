import { randomUUID } from 'node:crypto';
import type { DestinationStream, Logger } from 'pino';
import type { ServiceConfig } from './config.ts';
import { createClockWarning, createDatabaseClock, type DatabaseClock } from './clock.ts';
import { createBackground, type ServiceContext } from './context.ts';
import { connectDatabase, type Database, type Engine } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { expectDatabase, explained } from './database/start-failure.ts';
import { observeDatabase } from './database/observe.ts';
import { answerBrokenRequests, type AnswerBroken } from './http/broken-request.ts';
import type { Challenges } from './http/sandbox.ts';
import { createServiceApp, documentationUrl } from './http/service-app.ts';
import { startIntervals, type Intervals } from './intervals.ts';
import { checkMasterKey, isSealed } from './keyring-check.ts';
import { createKeyring } from './keyring.ts';
import { createLog } from './log.ts';
import { newPageKey, type PageKey } from './merchants/page-key.ts';
import { readOperatorKey } from './operator/operator-key.ts';
import { hastenAsks } from './orders/hasten-asks.ts';
import { hearOfAttempt } from './orders/hear-of-attempt.ts';
import { orderSweeps } from './orders/sweeps.ts';
import { createSandboxAcquirer } from './providers/sandbox/acquirer.ts';
import {
  decideChallenge,
  findChallenge,
  type ChallengeDeps,
} from './providers/sandbox/challenge.ts';
import { createSandboxPayer } from './providers/sandbox/payer.ts';
import { createReadiness } from './readiness.ts';
import { sandboxMasterKey } from './sandbox/master-key.ts';
import { SANDBOX_ADAPTER, seedSandbox } from './sandbox/seed.ts';
import { createDelivery, type DeliveryOverrides } from './webhooks/delivery.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';
import { webhookSweep } from './webhooks/sweep.ts';

export { ADDRESS_HEADER } from '#contract/client-address.ts';
export { describeError } from '#contract/describe-error.ts';
export {
  answerBrokenRequests,
  type AnswerBroken,
  type BrokenRequest,
} from './http/broken-request.ts';
export { readConfig, type Config, type ServiceConfig } from './config.ts';
export type { Engine } from './database/connect.ts';
export { newPageKey, type PageKey } from './merchants/page-key.ts';
export { StartError } from './start-error.ts';
export type { TrustedProxies } from './trusted-proxies.ts';

/** What a test may put in the place of the real thing. */
export interface ServiceOverrides {
  /** In the place of the database's clock. */
  now?: () => Date;
  /** In the place of the machine's clock, in milliseconds. */
  systemMs?: () => number;
  logDestination?: DestinationStream;
  /** The page's key, where several processes share one; otherwise this process makes its own. */
  pageKey?: PageKey | undefined;
  webhooks?: DeliveryOverrides | undefined;
  /** An open database, so that a test can arrange what no command does; closed with the service. */
  database?: Database | undefined;
  /** Shown what the use cases work with: for tests that look, or reach, behind the interface. */
  onContext?: (context: ServiceContext) => void;
}

export interface Service {
  /** Answers what lies under `/api`. */
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>;
  engine: Engine;
  /** Where the sandbox wrote its keys; undefined outside the sandbox. */
  sandboxFile: string | undefined;
  pageKey: PageKey;
  /** Answers what is no request that `fetch` could be given. */
  answerBroken: AnswerBroken;
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
): Promise<Pick<Service, 'engine' | 'sandboxFile'>> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  try {
    const { sandboxFile } = await layFoundation(config, {}, log, database);
    return { engine: database.engine, sandboxFile };
  } finally {
    await database.close();
  }
}

function openDatabase(config: ServiceConfig, log: Logger): Promise<Database> {
  return connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => {
      log.warn({ err: error }, 'A database connection was lost');
    },
  });
}

interface Foundation {
  context: ServiceContext;
  clock: DatabaseClock;
  webhooks: Dispatcher;
  sandboxFile: string | undefined;
}

async function layFoundation(
  config: ServiceConfig,
  overrides: ServiceOverrides,
  log: Logger,
  { engine, db, outside, observer, longRunning }: Database,
): Promise<Foundation> {
  if (engine === 'postgres') await expectDatabase(db);
  await explained(() => migrate(longRunning));
  const clock = createDatabaseClock(overrides.systemMs);
  clock.learn(await observeDatabase(observer));
  const now = overrides.now ?? clock.now;
  const keyring = createKeyring(await masterKey(config, db));
  await checkMasterKey(db, keyring);
  const parts = { db, longRunning, now, log, keyring };
  const webhooks = createDelivery(
    { ...parts, allowPrivate: config.webhookAllowPrivate },
    overrides.webhooks,
  );
  const context = createContext(config, { ...parts, wakeWebhooks: webhooks.wake }, outside);
  overrides.onContext?.(context);
  const sandboxFile = config.sandbox ? await seedSandbox(context, config) : undefined;
  return { context, clock, webhooks, sandboxFile };
}

async function masterKey(config: ServiceConfig, db: Database['db']): Promise<Buffer> {
  if (config.masterKey !== undefined) return config.masterKey;
  return sandboxMasterKey(config.dataDirectory, { isSealed: await isSealed(db) });
}

async function assemble(
  config: ServiceConfig,
  { context, clock, webhooks, sandboxFile }: Foundation,
  database: Database,
  pageKey: PageKey,
): Promise<Service> {
  const operatorKey = await readOperatorKey(config.dataDirectory);
  const intervals = startWork(context, clock, webhooks, database);
  let stopping = false;
  const readiness = createReadiness({
    log: context.log,
    isStopping: () => stopping,
    observe: (questions) => observeDatabase(database.observer, questions),
    lateSweeps: intervals.late,
    clockAheadMs: clock.aheadMs,
  });
  const app = createServiceApp(config, context, {
    pageKey,
    operatorKey,
    challenges: config.sandbox ? challenges(config, context) : undefined,
    health: { engine: database.engine, readiness },
  });
  return {
    // Whoever calls without a socket brings no bindings.
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    engine: database.engine,
    sandboxFile,
    pageKey,
    answerBroken: answerBrokenRequests(documentationUrl(config), context.log),
    announceStop() {
      stopping = true;
    },
    async close() {
      await intervals.stop();
      await context.background.close();
      await webhooks.stop();
      await database.close();
    },
  };
}

function startWork(
  context: ServiceContext,
  clock: DatabaseClock,
  webhooks: Dispatcher,
  { observer, connectionsLost }: Database,
): Intervals {
  const warnOfClock = createClockWarning(context.log, clock);
  return startIntervals({
    log: context.log,
    now: context.now,
    sweeps: [...orderSweeps(context), webhookSweep(webhooks)],
    async observe(questions) {
      const observation = await observeDatabase(observer, questions);
      clock.learn(observation);
      warnOfClock();
      return observation;
    },
    connectionsLost,
    onDatabaseBack: () => Promise.all([webhooks.recover(), hastenAsks(context)]),
  });
}

function createContext(
  config: ServiceConfig,
  parts: Pick<ServiceContext, 'db' | 'longRunning' | 'now' | 'log' | 'keyring' | 'wakeWebhooks'>,
  books: Database['outside'],
): ServiceContext {
  const outside = { db: books, now: parts.now, ...config.sandboxProvider };
  const payer = createSandboxPayer(outside);
  const acquirer = createSandboxAcquirer({
    ...outside,
    challengeUrl: (attemptId) => `${config.publicUrl}/challenge/${attemptId}`,
  });
  return {
    ...parts,
    newId: randomUUID,
    cardProviders: new Map(config.sandbox ? [[SANDBOX_ADAPTER, acquirer]] : []),
    payoutProviders: new Map(config.sandbox ? [[SANDBOX_ADAPTER, payer]] : []),
    background: createBackground((error) => {
      parts.log.error({ err: error }, 'Work after an answer failed');
    }),
    pageUrl: config.pageUrl,
    allowPrivateWebhooks: config.webhookAllowPrivate,
    limits: { cardDeclinesPerHour: config.cardDeclinesPerHour },
    rollingReleaseDays: config.rollingReleaseDays,
  };
}

function challenges(config: ServiceConfig, context: ServiceContext): Challenges {
  const deps: ChallengeDeps = {
    db: context.db,
    returnUrl: (orderId) => `${config.pageUrl}/pay/${orderId}/status`,
    onDecided: (attemptId) => hearOfAttempt(context, SANDBOX_ADAPTER, attemptId),
  };
  return {
    find: (attemptId) => findChallenge(deps, attemptId),
    decide: (attemptId, decision) => decideChallenge(deps, attemptId, decision),
  };
}
