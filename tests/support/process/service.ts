/** Runs the whole service in this process, on real sockets and its own database. */
import type { OrdersClient, OrdersClientOptions } from '#contract/client/client.ts';
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
import { suiteEnv } from '../database/suite.ts';
import { newServiceData, type ServiceData } from '../database/seeds/service-data.ts';

export interface RunningService {
  baseUrl: string;
  /** The operators' address. */
  operatorUrl: string;
  /** Set on PostgreSQL only. */
  databaseUrl: string | undefined;
  /** The database's address past any pooler. */
  directUrl: string | undefined;
  dataDirectory: string;
  /** The service's database, to set up and check data that the API does not show. */
  db: ServiceContext['db'];
  sandbox: SandboxFile;
  service: Service;
  /** The sandbox merchant's client. */
  client: OrdersClient;
  /** Another client of the same service: another key, another clock. */
  clientFor(options: Partial<OrdersClientOptions>): OrdersClient;
  /** Runs an operator's command. */
  operator(command: string, input?: object): Promise<{ status: number; body: unknown }>;
  /** The use cases' context, to reach behind the API. */
  context: ServiceContext;
  /** Returns the log so far, one JSON object per line. */
  logs(): string;
  /** Stops the service. @throws if its ledger is wrong, whatever the test was about */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Existing data to start on. The caller removes it. */
  data?: ServiceData;
  /** Environment variables on top of the defaults. */
  env?: Record<string, string>;
  now?: () => Date;
  /** Replaces the machine's clock, in milliseconds. */
  systemMs?: (() => number) | undefined;
  webhooks?: ServiceOverrides['webhooks'];
  adapters?: ServiceOverrides['adapters'];
  /** The test is about requests with a slow acquirer or database, so the default deadlines apply. */
  aboutDeadlines?: boolean;
  /** How often recurring work runs, if the test is about that. */
  tickMs?: number;
  /** The test corrupts the ledger on purpose, so `close` does not verify it. */
  spoilsLedger?: boolean;
}

/** Long deadlines: on a busy machine everything may take several times as long. */
const PATIENT = {
  timeoutMs: PATIENCE_MS,
  // For an acquirer that never answers, use `withoutWaiting`.
  waits: { acquirerMs: PATIENCE_MS, requestMs: PATIENCE_MS },
  deadlines: PATIENT_DEADLINES,
  webhooks: { attemptTimeoutMs: PATIENCE_MS, leaseMs: 3 * PATIENCE_MS },
};

/** A tenth of the default, because many tests wait for recurring work. No test depends on it. */
const TICK_MS = 100;

/** Starts the service on the engine that TEST_ENGINE names. */
export async function startService({
  data,
  env = {},
  now,
  systemMs,
  webhooks,
  adapters,
  aboutDeadlines = false,
  tickMs = TICK_MS,
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
  let created: ServiceContext | undefined;
  const config = readConfig({
    PUBLIC_URL: 'http://pay.test',
    LOG_LEVEL: 'trace',
    DATA_DIR: dataDirectory,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...suiteEnv(),
    ...env,
  });
  if (config.mode !== 'service') throw new Error('startService starts no page');
  const service = await createService(config, {
    tickMs,
    deadlines: patience.deadlines,
    ...(now && { now }),
    ...(systemMs && { systemMs }),
    adapters,
    waits: patience.waits && { ...patience.waits },
    // Closing waits for no webhooks, and only localhost is resolved: the sandbox shop's name has no address.
    webhooks: {
      drainMs: 0,
      resolve: async (name) => (name === 'localhost' ? resolveAsMachine(name) : []),
      ...patience.webhooks,
      ...webhooks,
    },
    logDestination: { write: (line) => lines.push(line) },
    onContext: (context) => {
      created = context;
    },
  });
  if (created === undefined) throw new Error('The service has no context');
  const context = created;
  const { answerBroken } = service;
  const server = await listenTo(service.fetch, answerBroken);
  const operators = await listenTo(service.fetchOperator, answerBroken);
  const sandbox = await sandboxIn(dataDirectory);
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
    logs: () => lines.join(''),
    async close() {
      await Promise.all([server.close(), operators.close()]);
      const { findings } = spoilsLedger ? { findings: [] } : await verifyLedger(context);
      await service.close();
      if (data === undefined) await remove();
      if (findings.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(findings)}`);
    },
  };
}

/** Returns whether seeded data fits: a seed is sealed under the master key beside it, for its own database. */
function mayBeSeeded(env: Record<string, string>): boolean {
  return !env['MASTER_KEY'] && !env['DATABASE_URL'];
}

function listenTo(fetch: Service['fetch'], answerBroken: AnswerBroken): Promise<Listening> {
  return listen(createHttpServer(apiListener(fetch, answerBroken), answerBroken).server);
}
