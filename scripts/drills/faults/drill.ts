import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxIn } from '../../../tests/support/process/sandbox.ts';
import { webhookId } from '../../../src/service/webhooks/sign.ts';
import { operate } from '../../../tests/support/process/operate.ts';
import type { PostgresCluster } from '../../../tests/support/database/postgres-cluster.ts';
import { startReceiver, type Receiver } from '../../../tests/support/network/receiver.ts';
import { startedServer, type ServerProcess } from '../../../tests/support/process/program.ts';
import { startTcpProxy } from '../../../tests/support/network/tcp-proxy.ts';
import { chooseFaults, FAULTS, type FaultContext, type FaultName } from './faults.ts';
import { startLoad, type LoadFigures } from './load.ts';
import { deliveredWebhooks, untilHandled, type Recovery } from './overdue.ts';
import { createRandom } from './random.ts';

export interface DrillOptions {
  faults: number;
  /** The number of faults in a round. Between rounds the database is left alone until everything due is handled. */
  faultsPerRound: number;
  /** No round starts after this time. */
  budgetMs: number;
  seed: number;
  onRound?: (round: Round) => void;
}

export interface Round {
  faults: FaultName[];
  recovery: Recovery;
}

export interface DrillReport {
  rounds: Round[];
  load: LoadFigures;
  webhooks: { delivered: number; missing: number };
  /** The answer of the operator's command `ledger check`. */
  ledger: unknown;
}

const CALM_BETWEEN_FAULTS_MS = 1_000;

/**
 * Runs a service with shops that use it, and causes faults of its database.
 *
 * @param cluster its URL names the database for the service. The caller stops it
 */
export async function drillFaults(
  cluster: PostgresCluster,
  options: DrillOptions,
): Promise<DrillReport> {
  const { hostname, port, pathname } = new URL(cluster.url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
  const receiver = await startReceiver();
  const server = await startedServer(
    {
      DATA_DIR: dataDirectory,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
      LOG_LEVEL: 'warn',
    },
    { aboutDeadlines: true },
  );
  try {
    const context = { cluster, proxy, random: createRandom(options.seed) };
    return await drill(options, context, { server, receiver, dataDirectory });
  } finally {
    await server.stop('SIGKILL');
    await receiver.close();
    await proxy.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

interface Subject {
  server: ServerProcess;
  receiver: Receiver;
  dataDirectory: string;
}

async function drill(
  options: DrillOptions,
  context: FaultContext,
  { server, receiver, dataDirectory }: Subject,
): Promise<DrillReport> {
  const sandbox = await sandboxIn(dataDirectory);
  const { url } = context.cluster;
  const totals: LoadFigures = { requests: 0, repeated: 0, bugs: 0, slowestMs: 0 };
  const rounds: Round[] = [];
  const untilMs = performance.now() + options.budgetMs;
  const faults = chooseFaults(options.faults, context.random);
  while (faults.length > 0 && performance.now() < untilMs) {
    const chosen = faults.splice(0, options.faultsPerRound);
    const { random } = context;
    const { baseUrl } = server;
    const load = startLoad({ baseUrl, sandbox, callbackUrl: receiver.url, random });
    await causeFaults(chosen, context);
    const recovery = await untilHandled(url);
    await load.stop();
    add(totals, load.figures);
    rounds.push({ faults: chosen, recovery });
    options.onRound?.({ faults: chosen, recovery });
  }
  const ledger = await operate({ operatorUrl: server.operatorUrl, dataDirectory }, 'ledger check');
  const webhooks = await compareWebhooks(url, receiver);
  return { rounds, load: totals, webhooks, ledger: ledger.body };
}

/** Causes the faults one after another. The effects of one may last into the next. */
async function causeFaults(names: readonly FaultName[], context: FaultContext): Promise<void> {
  for (const name of names) {
    await sleep(context.random.between(0, CALM_BETWEEN_FAULTS_MS));
    await FAULTS[name](context);
  }
}

async function compareWebhooks(databaseUrl: string, { received, url }: Receiver) {
  const arrived = new Set(received.map(({ headers }) => headers.get('webhook-id')));
  const delivered = await deliveredWebhooks(databaseUrl, url);
  return {
    delivered: delivered.length,
    missing: delivered.filter((id) => !arrived.has(webhookId(id))).length,
  };
}

function add(totals: LoadFigures, more: LoadFigures): void {
  totals.requests += more.requests;
  totals.repeated += more.repeated;
  totals.bugs += more.bugs;
  totals.slowestMs = Math.max(totals.slowestMs, more.slowestMs);
}
