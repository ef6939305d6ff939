import type { DestinationStream, Logger } from 'pino';
import type { ServiceConfig } from './configuration.ts';
import type { PageKey } from './merchants/page-key.ts';
import { idsOfCell } from './platform/cells/cell-ids.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/clock.ts';
import { createBackground, type ServiceContext, type Waits } from './platform/context.ts';
import { connectDatabase, type Database } from './platform/database/connect.ts';
import { migrate } from './platform/database/migrate.ts';
import { observeDatabase } from './platform/database/observe.ts';
import { expectDatabase, explained } from './platform/database/postgres/start-failure.ts';
import { isSealed, openKeyring } from './platform/open-keyring.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import type { AcquirerAdapter } from './providers/adapter.ts';
import { EXTERNAL_ADAPTERS } from './providers/installed.ts';
import { registerAdapters } from './providers/registry.ts';
import { createTerminals } from './routing/terminals.ts';
import { sandboxMasterKey } from './sandbox/master-key.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { createDelivery, type DeliveryOverrides } from './webhooks/delivery/delivery.ts';
import type { Dispatcher } from './webhooks/delivery/dispatcher.ts';

/** What a test may put in the place of the real thing. */
export interface ServiceOverrides {
  /** In the place of the database's clock. */
  now?: () => Date;
  /** In the place of the machine's clock, in milliseconds. */
  systemMs?: () => number;
  logDestination?: DestinationStream;
  waits?: Waits | undefined;
  /** The page's key, where several processes share one; otherwise this process makes its own. */
  pageKey?: PageKey | undefined;
  webhooks?: DeliveryOverrides | undefined;
  /** Installed beside those that come with the service. */
  adapters?: readonly AcquirerAdapter[] | undefined;
  /** An open database, so that a test can arrange what no command does; closed with the service. */
  database?: Database | undefined;
  /** Shown what the use cases work with: for tests that look, or reach, behind the interface. */
  onContext?: (context: ServiceContext) => void;
}

/** No answer takes as long as `requestMs` while the database is there; clients give up later. */
const WAITS: Waits = { providerMs: 2_000, requestMs: 4_500 };

/** What the use cases stand on, before anything answers a request or does recurring work. */
export interface Foundation {
  context: ServiceContext;
  clock: DatabaseClock;
  /** Real time, whoever's work is being done. */
  now: () => Date;
  webhooks: Dispatcher;
  sandbox: Sandbox | undefined;
  /** Where the sandbox wrote its keys. */
  sandboxFile: string | undefined;
}

export function openDatabase(config: ServiceConfig, log: Logger): Promise<Database> {
  return connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePoolSize,
    prepares: config.databasePrepares,
    onConnectionLost: (error) => {
      log.warn({ err: error }, 'A database connection was lost');
    },
  });
}

/**
 * Migrates, opens the keyring, installs the adapters, prepares the sandbox.
 *
 * @throws StartError for what whoever starts it can put right
 */
export async function layFoundation(
  config: ServiceConfig,
  overrides: ServiceOverrides,
  log: Logger,
  database: Database,
): Promise<Foundation> {
  const { engine, db, observer, longRunning } = database;
  if (engine === 'postgres') await expectDatabase(db);
  await explained(() => migrate(longRunning));
  const clock = createDatabaseClock(overrides.systemMs);
  clock.observe(await observeDatabase(observer));
  const now = overrides.now ?? clock.now;
  const current = await masterKey(config, db);
  const keyring = await openKeyring(db, { current, previous: config.masterKeyPrevious });
  const metrics = createMetrics();
  const delivery = { db, log, keyring, metrics, allowPrivate: config.webhookAllowPrivate };
  const webhooks = createDelivery({ ...delivery, now, signingTime: now }, overrides.webhooks);
  const sandbox = config.sandbox
    ? createSandbox(config, config.sandboxSettings, {
        ...{ database, now, delivery },
        deliveryOverrides: overrides.webhooks,
      })
    : undefined;
  const adapters = registerAdapters(adaptersOf(overrides, sandbox));
  const { publicUrl, publicPathPrefix } = config;
  const terminals = createTerminals({
    ...{ db, keyring, now, adapters, metrics },
    publicUrl: publicUrl + publicPathPrefix,
  });
  const context = createContext(config, {
    ...{ db, longRunning, log, keyring, metrics, terminals },
    waits: overrides.waits ?? WAITS,
    now: sandbox?.now ?? now,
    nowOf: sandbox?.nowOf ?? now,
    movedClocks: sandbox?.movedClocks,
    wakeWebhooks() {
      if (sandbox?.wakeWebhooks() !== true) webhooks.wake();
    },
  });
  overrides.onContext?.(context);
  const sandboxFile = await sandbox?.prepare(context);
  return { context, clock, now, webhooks, sandbox, sandboxFile };
}

/** Those of acquirers, and what stands in for them. */
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
  | 'longRunning'
  | 'now'
  | 'nowOf'
  | 'movedClocks'
  | 'log'
  | 'metrics'
  | 'keyring'
  | 'terminals'
  | 'wakeWebhooks'
  | 'waits'
>;

function createContext(config: ServiceConfig, parts: Parts): ServiceContext {
  return {
    ...parts,
    newId: idsOfCell(0),
    background: createBackground((error) => {
      parts.log.error({ err: error }, 'Work after an answer failed');
    }),
    pageUrl: config.pageUrl,
    allowPrivateWebhooks: config.webhookAllowPrivate,
    limits: { cardDeclinesPerHour: config.cardDeclinesPerHour },
    retainCustomerDays: config.retainCustomerDays,
    rollingReleaseDays: config.rollingReleaseDays,
  };
}
