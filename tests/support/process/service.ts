/** The whole service in this process, on real sockets and a database of its own. */
import type { OrdersClient, OrdersClientOptions } from '#contract/client/client.ts';
import type { Cells } from '#service/platform/cells/cells.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { verifyLedger } from '#service/ledger/verify.ts';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn, sandboxClient } from './sandbox.ts';
import { listen, type Listening } from '../network/listen.ts';
import { createService, type Service, type ServiceOverrides } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { resolveAsMachine } from '#service/webhooks/address.ts';
import type { AnswerBroken } from '#service/process.ts';
import { apiListener } from '../../../src/server/dispatch.ts';
import { createHttpServer } from '../../../src/server/http-server.ts';
import { PATIENCE_MS, PATIENT_DEADLINES } from '../patience.ts';
import { operate } from './operate.ts';
import { homeCell, suiteEnv } from '../database/suite.ts';
import { newServiceData, type ServiceData } from '../database/seeds/service-data.ts';

export interface RunningService {
  baseUrl: string;
  /** Where operators are answered. */
  operatorUrl: string;
  /** Set on PostgreSQL only. */
  databaseUrl: string | undefined;
  /** Past the pooler that the suite may run behind. */
  directUrl: string | undefined;
  dataDirectory: string;
  /** Where the sandbox's merchants live, to arrange and to see what the interface does not show. */
  db: ServiceContext['db'];
  sandbox: SandboxFile;
  service: Service;
  /** The sandbox merchant's client. */
  client: OrdersClient;
  /** Another client of the same service: another key, another clock. */
  clientFor(options: Partial<OrdersClientOptions>): OrdersClient;
  /** Has an operator's command done. */
  operator(command: string, input?: object): Promise<{ status: number; body: unknown }>;
  /** What the use cases work with, to look and reach behind the interface. */
  context: ServiceContext;
  /** The same of each cell; `context` is that of the sandbox's merchants. */
  cells: Cells<ServiceContext>;
  /** All that was logged so far, a JSON object a line. */
  logs(): string;
  /** Stops it. @throws when its ledger is not right, whatever the test was about */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Of an earlier start, which leaves its removal to the one that made it. */
  data?: ServiceData;
  /** Beside the defaults: no delays, the sandbox, a log that is captured whole. */
  env?: Record<string, string>;
  now?: () => Date;
  webhooks?: ServiceOverrides['webhooks'];
  adapters?: ServiceOverrides['adapters'];
  /** The test is about what a request does whose provider or database is slow. */
  aboutDeadlines?: boolean;
  /** How often recurring work runs, where the test is about that. */
  tickMs?: number;
  /** Where cell 1 has its database, if there is to be one whatever `env` says. */
  secondCell?: string;
  /** The test makes the ledger wrong by hand. */
  spoilsLedger?: boolean;
}

/** On a machine that is busy with other things, everything may take several times as long. */
const PATIENT = {
  timeoutMs: PATIENCE_MS,
  // For one that is silent, see `withoutWaiting`.
  waits: { providerMs: PATIENCE_MS, requestMs: PATIENCE_MS },
  deadlines: PATIENT_DEADLINES,
  webhooks: { attemptTimeoutMs: PATIENCE_MS, leaseMs: 3 * PATIENCE_MS },
};

/** A tenth of what it is otherwise: many tests wait for recurring work, and none can tell. */
const TICK_MS = 100;

/** Starts on the engine that TEST_ENGINE names. */
export async function startService({
  data,
  env = {},
  now,
  webhooks,
  adapters,
  aboutDeadlines = false,
  tickMs = TICK_MS,
  secondCell,
  spoilsLedger = false,
}: StartOptions = {}): Promise<RunningService> {
  const patience: Partial<typeof PATIENT> = aboutDeadlines ? {} : PATIENT;
  const {
    directory: dataDirectory,
    databaseUrl,
    directUrl,
    remove,
  } = data ?? (await newServiceData({ seeded: mayBeSeeded(env) }));
  const lines: string[] = [];
  let cells: Cells<ServiceContext> | undefined;
  const config = readConfig({
    PUBLIC_URL: 'http://pay.test',
    LOG_LEVEL: 'trace',
    DATA_DIR: dataDirectory,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...suiteEnv(env['DATABASE_URL'] ?? databaseUrl),
    ...env,
  });
  if (config.mode !== 'service') throw new Error('startService starts no page');
  if (secondCell !== undefined) config.cellAddresses = [config.databaseUrl ?? '', secondCell];
  const service = await createService(config, {
    tickMs,
    deadlines: patience.deadlines,
    sandboxCell: homeCell(),
    ...(now && { now }),
    adapters,
    waits: patience.waits && { ...patience.waits },
    // Nobody waits for webhooks of orders that the test was not about, nor for a name server: the sandbox's shop has no address.
    webhooks: {
      drainMs: 0,
      resolve: async (name) => (name === 'localhost' ? resolveAsMachine(name) : []),
      ...patience.webhooks,
      ...webhooks,
    },
    logDestination: { write: (line) => lines.push(line) },
    onContexts: (made) => {
      cells = made;
    },
  });
  if (cells === undefined) throw new Error('The service has no context');
  const { all: contexts } = cells;
  const { answerBroken } = service;
  const server = await listenTo(service.fetch, answerBroken);
  const operators = await listenTo(service.fetchOperator, answerBroken);
  const sandbox = await sandboxIn(dataDirectory);
  const context = contextOf({ cells }, sandbox.merchant_id);
  const clientFor = (options: Partial<OrdersClientOptions>) =>
    sandboxClient(server.baseUrl, sandbox, {
      timeoutMs: patience.timeoutMs,
      ...(now && { now: () => now().getTime() }),
      ...options,
    });
  return {
    baseUrl: server.baseUrl,
    operatorUrl: operators.baseUrl,
    databaseUrl,
    directUrl,
    dataDirectory,
    db: context.db,
    sandbox,
    service,
    client: clientFor({}),
    clientFor,
    operator: (command, input) =>
      operate({ operatorUrl: operators.baseUrl, dataDirectory }, command, input),
    context,
    cells,
    logs: () => lines.join(''),
    async close() {
      await Promise.all([server.close(), operators.close()]);
      const findings = spoilsLedger ? [] : await findingsIn(contexts);
      await service.close();
      if (data === undefined) await remove();
      if (findings.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(findings)}`);
    },
  };
}

/** A seed was sealed under the key beside it, and belongs to the database that it was made with. */
function mayBeSeeded(env: Record<string, string>): boolean {
  return !env['MASTER_KEY'] && !env['DATABASE_URL'] && !env['CELLS'];
}

async function findingsIn(contexts: readonly ServiceContext[]) {
  const checked = await Promise.all(contexts.map(verifyLedger));
  return checked.flatMap(({ findings }) => findings);
}

/** The cell that an id names, of however many there are. */
export function contextOf({ cells }: Pick<RunningService, 'cells'>, id: string): ServiceContext {
  const context = cells.of(id);
  if (context === undefined) throw new Error(`There is no cell that ${id} names`);
  return context;
}

function listenTo(fetch: Service['fetch'], answerBroken: AnswerBroken): Promise<Listening> {
  return listen(createHttpServer(apiListener(fetch, answerBroken), answerBroken).server);
}
