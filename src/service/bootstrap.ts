import { DEFAULT_LIMITS } from '#domain/order/attempt-limits.ts';
import { randomUUID } from 'node:crypto';
import type { DestinationStream, Logger } from 'pino';
import type { ServiceConfig } from './configuration.ts';
import { findMerchant } from './merchants/queries.ts';
import type { PageKey } from './merchants/keys.ts';
import { createBatcher } from './platform/database/batch.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/clock.ts';
import { createBackground, type ServiceContext, type Waits } from './platform/context.ts';
import { connectDatabase } from './platform/database/connect.ts';
import {
  deadlinesWithin,
  type Database,
  type Deadlines,
  type Engine,
} from './platform/database/database.ts';
import { expectSchema, isFromBefore, migrate } from './platform/database/migrate.ts';
import { observeDatabase } from './platform/database/observe.ts';
import { expectDatabase, withStartErrors } from './platform/database/unavailable.ts';
import { isSealed, openKeyring } from './platform/open-keyring.ts';
import { createReportSlots } from './platform/report-slots.ts';
import { createUnverifiedReport } from './orders/unverified-rows.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import type { AcquirerAdapter } from './acquirers/adapter.ts';
import { EXTERNAL_ADAPTERS } from './acquirers/installed.ts';
import { registerAdapters } from './acquirers/registry.ts';
import { createCircuits } from './routing/circuits.ts';
import { createTerminals } from './routing/terminals.ts';
import { createDeclineLimit } from './platform/decline-limit.ts';
import { machineTimers, type Timers } from './platform/timers.ts';
import { SANDBOX_MIGRATIONS } from './sandbox/migrations.ts';
import { StartError } from './platform/start-error.ts';
import { pgliteFolder } from './platform/database/pglite/pglite-directory.ts';
import { sandboxMasterKey } from './sandbox/master-key.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { createDelivery, type DeliveryOverrides, type Dispatcher } from './webhooks/deliver.ts';
import { operatorKeyPath } from './operator/operator-key.ts';
import { createReceiverConnections, type ReceiverConnections } from './webhooks/post.ts';

/** Replacements for tests. */
export interface ServiceOverrides {
  /** Replaces the database's clock. */
  now?: () => Date;
  /** Replaces the machine's clock, in milliseconds. */
  systemMs?: () => number;
  newId?: () => string;
  random?: () => number;
  timers?: Timers;
  /** The time from one tick of recurring work to the next; by default a second. */
  tickMs?: number | undefined;
  logDestination?: DestinationStream;
  waits?: Waits | undefined;
  /** The page's key, if several processes share one; by default this process creates its own. */
  pageKey?: PageKey | undefined;
  webhooks?: DeliveryOverrides | undefined;
  /** Installed in addition to those that come with the service. */
  adapters?: readonly AcquirerAdapter[] | undefined;
  /** An open database, for tests that watch its statements. It is closed with the service. */
  database?: Database | undefined;
  /** The deadlines of statements. */
  deadlines?: Deadlines | undefined;
  /** Called with the context of the use cases, for tests that read or change what is behind the interface. */
  onContext?: (context: ServiceContext) => void;
}

/**
 * Returns how long callers wait. While the database is available, no answer takes as long as `requestMs`. Clients
 * give up later than that.
 */
function callerWaits({ databaseTimeoutMs }: ServiceConfig): Waits {
  return { acquirerMs: 2_000, requestMs: databaseTimeoutMs + 500 };
}

/** The parts of the service, before it answers requests or does recurring work. */
export interface ServiceParts {
  context: ServiceContext;
  webhooks: Dispatcher;
  clock: DatabaseClock;
  /** Closed once the webhooks have stopped. */
  connections: ReceiverConnections;
  sandbox: Sandbox | undefined;
  /** The file that the sandbox wrote its keys to. */
  sandboxFile: string | undefined;
}

export function openDatabase(
  config: ServiceConfig,
  log: Logger,
  { deadlines }: Pick<ServiceOverrides, 'deadlines'> = {},
): Promise<Database> {
  return connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePoolSize,
    prepares: config.databasePrepares,
    deadlines: deadlines ?? deadlinesWithin(config.databaseTimeoutMs),
    onConnectionLost: (error) => {
      log.warn({ err: error }, 'A database connection was lost');
    },
  });
}

/**
 * Migrates the database.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts the program can fix
 */
export async function prepareDatabase(
  { databaseSchema, dataDirectory, sandbox }: DatabaseConfig,
  { engine, db, longRunning }: Database,
): Promise<string[]> {
  if (engine === 'postgres') await expectDatabase(db);
  if (databaseSchema !== undefined) await expectSchema(db, databaseSchema);
  const sets = sandbox ? [undefined, SANDBOX_MIGRATIONS] : [undefined];
  return withStartErrors(async () => {
    for (const set of sets) {
      if (await isFromBefore(longRunning, set))
        throw new StartError(refusal(engine, dataDirectory));
    }
    return migrate(longRunning);
  });
}

type DatabaseConfig = Pick<ServiceConfig, 'databaseSchema' | 'dataDirectory' | 'sandbox'>;

function refusal(engine: Engine, dataDirectory: string): string {
  return engine === 'pglite'
    ? `The database in ${pgliteFolder(dataDirectory)} was created by an earlier version and cannot be read: ` +
        'move that folder away, and the next start creates a new one.'
    : 'The database of DATABASE_URL was created by an earlier version and cannot be read: create a new ' +
        'database, or a new schema for its role, and start with that.';
}

/**
 * Migrates, opens the keyring, installs the adapters, and prepares the sandbox.
 *
 * @throws StartError for what the person who starts the program can fix
 */
export async function bootstrap(
  config: ServiceConfig,
  overrides: ServiceOverrides,
  log: Logger,
  database: Database,
): Promise<ServiceParts> {
  const { db, longRunning } = database;
  await prepareDatabase(config, database);
  const keyring = await openKeyring(db, {
    current: await masterKey(config, db),
    previous: config.masterKeyPrevious,
  });
  const clock = createDatabaseClock(overrides.systemMs);
  clock.observe(await observeDatabase(database.observer));
  const now = overrides.now ?? clock.now;
  const { newId = randomUUID, random = Math.random, timers = machineTimers } = overrides;
  const metrics = createMetrics();
  const connections = createReceiverConnections({ isQuiet: config.quiet });
  const reportUnverified = createUnverifiedReport({ db, newId, now, log });
  const sandbox = config.sandbox
    ? createSandbox(config, config.sandboxSettings, { database, now })
    : undefined;
  const terminals = createTerminals({
    db,
    keyring,
    reportUnverified,
    now,
    log,
    adapters: registerAdapters(adaptersOf(overrides, sandbox)),
    circuits: createCircuits(() => now().getTime()),
    publicUrl: config.publicUrl + config.publicPathPrefix,
    isQuiet: config.quiet,
  });
  const webhooks = createDelivery(
    {
      db: database.recurring,
      keyring,
      reportUnverified,
      now,
      newId,
      random,
      timers,
      log,
      metrics,
      allowPrivate: config.webhookAllowPrivate,
      connections,
    },
    overrides.webhooks,
  );
  const context = createContext(config, {
    db,
    longRunning,
    batches: createBatcher(db, timers),
    metrics,
    log,
    keyring,
    reportUnverified,
    terminals,
    background: createBackground((error) => {
      log.error({ err: error }, 'Work after the answer to a request failed');
    }),
    newId,
    random,
    timers,
    refusedSince: database.writability.refusedSince,
    waits: overrides.waits ?? callerWaits(config),
    now,
    wakeWebhooks: () => {
      if (!config.quiet) webhooks.wake();
    },
  });
  overrides.onContext?.(context);
  const sandboxFile = await sandbox?.prepare(context);
  await expectMerchants(db, config);
  return { context, webhooks, clock, connections, sandbox, sandboxFile };
}

/** @throws StartError if OIDC_ROLES names a merchant that does not exist */
async function expectMerchants(db: Database['db'], { oidc }: ServiceConfig): Promise<void> {
  for (const { merchantId } of oidc?.groupRoles ?? []) {
    if (merchantId === undefined || (await findMerchant(db, merchantId)) !== undefined) continue;
    throw new StartError(`OIDC_ROLES names a merchant that does not exist: ${merchantId}`);
  }
}

/** Returns the adapters of acquirers, and those that stand in for them. */
function adaptersOf({ adapters = [] }: ServiceOverrides, sandbox: Sandbox | undefined) {
  return [...EXTERNAL_ADAPTERS, ...adapters, ...(sandbox ? [sandbox.adapter] : [])];
}

async function masterKey(config: ServiceConfig, db: Database['db']): Promise<Buffer> {
  if (config.masterKey !== undefined) return config.masterKey;
  return sandboxMasterKey(config.dataDirectory, { isSealed: await isSealed(db) });
}

type Parts = Pick<
  ServiceContext,
  | 'db'
  | 'batches'
  | 'longRunning'
  | 'now'
  | 'log'
  | 'metrics'
  | 'keyring'
  | 'reportUnverified'
  | 'terminals'
  | 'wakeWebhooks'
  | 'waits'
  | 'newId'
  | 'random'
  | 'timers'
  | 'background'
  | 'refusedSince'
>;

function createContext(config: ServiceConfig, parts: Parts): ServiceContext {
  return {
    ...parts,
    operatorKeyPath: operatorKeyPath(config.dataDirectory),
    reportSlots: createReportSlots(),
    pageUrl: config.pageUrl,
    testKeys: config.sandbox,
    quiet: config.quiet,
    allowPrivateWebhooks: config.webhookAllowPrivate,
    limits: {
      cardDeclinesPerHour: config.cardDeclinesPerHour,
      addressDeclines: createDeclineLimit(
        config.addressDeclinesPerHour,
        (merchantId) => {
          parts.metrics.addressLimited();
          parts.log.warn({ merchantId }, 'Repeated card declines from one address');
        },
        parts.timers.monotonicMs,
      ),
      attempts: config.sandbox ? { ...DEFAULT_LIMITS, retry_rules: 'dry_run' } : DEFAULT_LIMITS,
    },
    retainCustomerDays: config.retainCustomerDays,
    rollingReleaseDays: config.rollingReleaseDays,
    adjustConfirmAboveMinor: config.adjustConfirmAboveMinor,
  };
}
