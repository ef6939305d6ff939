import { randomUUID } from 'node:crypto';
import type { DestinationStream, Logger } from 'pino';
import type { ServiceConfig } from './config.ts';
import { createBackground, type ServiceContext } from './context.ts';
import { connectDatabase, type Database, type Engine } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import type { Challenges } from './http/sandbox.ts';
import { createServiceApp } from './http/service-app.ts';
import { startJobs } from './jobs.ts';
import { createKeyring } from './keyring.ts';
import { createLog } from './log.ts';
import { newPageKey, type PageKey } from './merchants/page-key.ts';
import { readOperatorKey } from './operator/operator-key.ts';
import { expirePayins } from './orders/expire-payins.ts';
import { foldOrderCounts } from './orders/fold-order-counts.ts';
import { hearOfAttempt } from './orders/hear-of-attempt.ts';
import { reconcileAttempts } from './orders/reconcile-attempts.ts';
import { reconcilePayouts } from './orders/reconcile-payouts.ts';
import { releaseRetentions } from './orders/release-retentions.ts';
import { createSandboxAcquirer } from './providers/sandbox/acquirer.ts';
import {
  decideChallenge,
  findChallenge,
  type ChallengeDeps,
} from './providers/sandbox/challenge.ts';
import { createSandboxPayer } from './providers/sandbox/payer.ts';
import { sandboxMasterKey } from './sandbox/master-key.ts';
import { SANDBOX_ADAPTER, seedSandbox } from './sandbox/seed.ts';
import { createDelivery, type DeliveryOverrides } from './webhooks/delivery.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

export { describeError } from '#contract/describe-error.ts';
export { ConfigError, readConfig, type Config, type ServiceConfig } from './config.ts';
export type { Engine } from './database/connect.ts';
export { DirectoryInUse } from './database/directory-lock.ts';
export { newPageKey, type PageKey } from './merchants/page-key.ts';

/** What a test may put in the place of the real thing. */
export interface ServiceOverrides {
  now?: () => Date;
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
  /** Finishes the work at hand and closes the database. Stop sending requests first. */
  close(): Promise<void>;
}

/**
 * The composition root: connects, migrates, seeds the sandbox, starts the jobs.
 *
 * @throws DirectoryInUse when another process has the PGlite directory open
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
  webhooks: Dispatcher;
  sandboxFile: string | undefined;
}

async function layFoundation(
  config: ServiceConfig,
  overrides: ServiceOverrides,
  log: Logger,
  { db, outside }: Database,
): Promise<Foundation> {
  await migrate(db);
  const now = overrides.now ?? (() => new Date());
  const masterKey = config.masterKey ?? (await sandboxMasterKey(config.dataDirectory));
  const parts = { db, now, log, keyring: createKeyring(masterKey) };
  const webhooks = createDelivery(
    { ...parts, allowPrivate: config.webhookAllowPrivate },
    overrides.webhooks,
  );
  const context = createContext(config, { ...parts, wakeWebhooks: webhooks.wake }, outside);
  overrides.onContext?.(context);
  const sandboxFile = config.sandbox ? await seedSandbox(context, config) : undefined;
  return { context, webhooks, sandboxFile };
}

async function assemble(
  config: ServiceConfig,
  { context, webhooks, sandboxFile }: Foundation,
  database: Database,
  pageKey: PageKey,
): Promise<Service> {
  const operatorKey = await readOperatorKey(config.dataDirectory);
  const app = createServiceApp(config, context, {
    pageKey,
    operatorKey,
    challenges: config.sandbox ? challenges(config, context) : undefined,
  });
  const jobs = await startJobs(database, config.databaseUrl, context.log, [
    { name: 'expire-payins', everySeconds: 1, run: () => expirePayins(context) },
    { name: 'reconcile-attempts', everySeconds: 1, run: () => reconcileAttempts(context) },
    { name: 'fold-order-counts', everySeconds: 2, run: () => foldOrderCounts(context) },
    { name: 'release-retentions', everySeconds: 5, run: () => releaseRetentions(context) },
    { name: 'reconcile-payouts', everySeconds: 1, run: () => reconcilePayouts(context) },
  ]);
  webhooks.start();
  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    engine: database.engine,
    sandboxFile,
    pageKey,
    async close() {
      await jobs.stop();
      await context.background.close();
      await webhooks.stop();
      await database.close();
    },
  };
}

function createContext(
  config: ServiceConfig,
  parts: Pick<ServiceContext, 'db' | 'now' | 'log' | 'keyring' | 'wakeWebhooks'>,
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
