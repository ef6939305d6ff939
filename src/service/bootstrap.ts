import { DEFAULT_LIMITS } from '#domain/order/attempt-limits.ts';
import type { DestinationStream, Logger } from 'pino';
import type { ServiceConfig } from './configuration.ts';
import type { PageKey } from './merchants/keys.ts';
import { shownAddress } from './platform/cells/cell-addresses.ts';
import { idsOfCell, type Cells } from './platform/cells/cells.ts';
import { openCells, type CellDatabase, type OpenCells } from './platform/cells/open-cells.ts';
import { prepareCells } from './platform/cells/prepare-cells.ts';
import { createBatcher, type WaitingLimit } from './platform/database/batch.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/clock.ts';
import { createBackground, type ServiceContext, type Waits } from './platform/context.ts';
import { connectDatabase } from './platform/database/connect.ts';
import { deadlinesWithin, type Database, type Deadlines } from './platform/database/database.ts';
import { observeDatabase } from './platform/database/observe.ts';
import {
  createLateKeyring,
  isSealed,
  openKeyring,
  type LateKeyring,
  type MasterKeys,
} from './platform/open-keyring.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import type { AcquirerAdapter } from './providers/adapter.ts';
import { EXTERNAL_ADAPTERS } from './providers/installed.ts';
import { registerAdapters } from './providers/registry.ts';
import { createCircuits } from './routing/circuits.ts';
import { createTerminals } from './routing/terminals.ts';
import { createDeclineLimit } from './platform/decline-limit.ts';
import { sandboxMasterKey } from './sandbox/master-key.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { createDelivery, type DeliveryOverrides, type Dispatcher } from './webhooks/deliver.ts';
import { createReceiverConnections, type ReceiverConnections } from './webhooks/post.ts';

/** Replacements for tests. */
export interface ServiceOverrides {
  /** Replaces the database's clock. */
  now?: () => Date;
  /** Replaces the machine's clock, in milliseconds. */
  systemMs?: () => number;
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
  /** The cell in which the sandbox's merchants are created; by default 0. */
  sandboxCell?: number | undefined;
  /** Called with the contexts of the use cases, for tests that read or change what is behind the interface. */
  onContexts?: (contexts: Cells<ServiceContext>) => void;
}

/**
 * Returns how long callers wait. While the database is available, no answer takes as long as `requestMs`. Clients
 * give up later than that.
 */
function callerWaits({ databaseTimeoutMs }: ServiceConfig): Waits {
  return { providerMs: 2_000, requestMs: databaseTimeoutMs + 500 };
}

/** The parts of the service, before it answers requests or does recurring work. */
export interface ServiceParts {
  cells: Cells<CellParts>;
  clock: DatabaseClock;
  /** Shared by all cells. Closed once the webhooks of all cells have stopped. */
  connections: ReceiverConnections;
  /** Real time, whatever a merchant's clock shows. */
  now: () => Date;
  sandbox: Sandbox | undefined;
  /** The file that the sandbox wrote its keys to. */
  sandboxFile: string | undefined;
}

/** The parts of one cell. Nothing in it knows other cells. */
export interface CellParts {
  context: ServiceContext;
  webhooks: Dispatcher;
  database: CellDatabase;
}

export interface OpenDatabases extends OpenCells {
  /** The database of cell 0, with all its parts. */
  database: Database;
}

export async function openDatabases(
  config: ServiceConfig,
  log: Logger,
  { deadlines, database: given }: Pick<ServiceOverrides, 'deadlines' | 'database'> = {},
): Promise<OpenDatabases> {
  const open = (databaseUrl: string | undefined) =>
    connectDatabase({
      databaseUrl,
      dataDirectory: config.dataDirectory,
      poolSize: config.databasePoolSize,
      maxWaiting: maxWaiting(config),
      prepares: config.databasePrepares,
      deadlines: deadlines ?? deadlinesWithin(config.databaseTimeoutMs),
      onConnectionLost: (error) => {
        log.warn({ err: error }, 'A database connection was lost');
      },
    });
  const database = given ?? (await open(config.databaseUrl));
  const addresses = { address: config.databaseUrl, others: config.cellAddresses };
  return { database, ...(await openCells(database, addresses, open)) };
}

/** How many may wait for each connection, if there are several addresses. */
const WAITING_PER_CONNECTION = 25;

/**
 * Returns how many may wait for one address, for connections and in batches. If that address is lost, they are half
 * of the requests that a process answers at once for each of its addresses (`concurrentRequests`).
 */
function maxWaiting({ databaseUrl, databasePoolSize, cellAddresses }: ServiceConfig): number {
  const isAlone = cellAddresses.every((address) => address === databaseUrl);
  return isAlone ? Infinity : databasePoolSize * WAITING_PER_CONNECTION;
}

/**
 * Migrates, opens the keyrings, installs the adapters, and prepares the sandbox.
 *
 * @throws StartError for what the person who starts the program can fix
 */
export async function bootstrap(
  config: ServiceConfig,
  overrides: ServiceOverrides,
  log: Logger,
  { database, databases }: Omit<OpenDatabases, 'close'>,
): Promise<ServiceParts> {
  const keyrings = await prepareDatabases(config, databases, log);
  const clock = createDatabaseClock(overrides.systemMs);
  clock.observe(await observeDatabase(database.observer));
  const now = overrides.now ?? clock.now;
  const metrics = createMetrics();
  const limits = new Map<string | undefined, WaitingLimit>();
  const limitAt = (address: string | undefined) => {
    const limit = limits.get(address) ?? { most: maxWaiting(config), waiting: 0 };
    limits.set(address, limit);
    return limit;
  };
  const parts = databases.map(({ db, longRunning }, cell) => ({
    db,
    longRunning,
    metrics,
    log: cell === 0 ? log : log.child({ cell }),
    keyring: keyrings.at(cell).keyring,
  }));
  const connections = createReceiverConnections();
  const sending = { allowPrivate: config.webhookAllowPrivate, connections };
  const delivery = parts.map(({ keyring, log }, cell) => ({
    db: databases.at(cell).recurring,
    keyring,
    log,
    metrics,
    ...sending,
  }));
  const sandbox = config.sandbox
    ? createSandbox(config, config.sandboxSettings, {
        database,
        now,
        delivery,
        cell: overrides.sandboxCell,
        deliveryOverrides: overrides.webhooks,
      })
    : undefined;
  const adapters = registerAdapters(adaptersOf(overrides, sandbox));
  const publicUrl = config.publicUrl + config.publicPathPrefix;
  const background = createBackground((error) => {
    log.error({ err: error }, 'Work after the answer to a request failed');
  });
  const circuits = createCircuits(() => now().getTime());
  const cells = parts.map((ofCell, cell): CellParts => {
    const { db, keyring } = ofCell;
    const webhooks = createDelivery(
      { ...delivery.at(cell), now, signingTime: now },
      overrides.webhooks,
    );
    const terminals = createTerminals({
      db,
      keyring,
      now,
      log: ofCell.log,
      adapters,
      circuits,
      publicUrl,
    });
    const context = createContext(config, {
      ...ofCell,
      terminals,
      background,
      batches: createBatcher(db, limitAt(databases.at(cell).address)),
      newId: idsOfCell(cell),
      place: { cell, address: shownAddress(databases.at(cell).address) },
      waits: overrides.waits ?? callerWaits(config),
      now: sandbox?.now ?? now,
      nowOf: sandbox?.nowOf ?? now,
      movedClocks: sandbox?.movedClocks,
      wakeWebhooks() {
        if (sandbox?.wakeWebhooks() !== true) webhooks.wake();
      },
    });
    return { context, webhooks, database: databases.at(cell) };
  });
  const contexts = cells.map(({ context }) => context);
  overrides.onContexts?.(contexts);
  const sandboxFile = await sandbox?.prepare(contexts);
  return { cells, clock, connections, now, sandbox, sandboxFile };
}

/**
 * Migrates the databases of all cells and opens their keyrings.
 *
 * @returns the keyrings; those of an unavailable database open once it is back
 */
async function prepareDatabases(
  config: ServiceConfig,
  databases: Cells<CellDatabase>,
  log: Logger,
): Promise<Cells<LateKeyring>> {
  const keyrings = databases.map(createLateKeyring);
  let keys: MasterKeys | undefined;
  await prepareCells(databases, {
    async afterMigration(db, cell) {
      keys ??= { current: await masterKey(config, db), previous: config.masterKeyPrevious };
      keyrings.at(cell).open(await openKeyring(db, keys));
    },
    onUnavailable(cells, error) {
      log.error(
        { err: error, cells },
        'Cells are unavailable; their merchants are served once they are back',
      );
    },
  });
  return keyrings;
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
  | 'nowOf'
  | 'movedClocks'
  | 'log'
  | 'metrics'
  | 'keyring'
  | 'terminals'
  | 'wakeWebhooks'
  | 'waits'
  | 'newId'
  | 'place'
  | 'background'
>;

function createContext(config: ServiceConfig, parts: Parts): ServiceContext {
  return {
    ...parts,
    pageUrl: config.pageUrl,
    testKeys: config.sandbox,
    allowPrivateWebhooks: config.webhookAllowPrivate,
    limits: {
      cardDeclinesPerHour: config.cardDeclinesPerHour,
      addressDeclines: createDeclineLimit(config.addressDeclinesPerHour, (merchantId) => {
        parts.metrics.addressLimited();
        parts.log.warn({ merchantId }, 'Repeated card declines from one address');
      }),
      attempts: config.sandbox ? { ...DEFAULT_LIMITS, retry_rules: 'dry_run' } : DEFAULT_LIMITS,
    },
    retainCustomerDays: config.retainCustomerDays,
    rollingReleaseDays: config.rollingReleaseDays,
  };
}
