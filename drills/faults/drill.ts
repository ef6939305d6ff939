import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookId } from '#service/webhooks/send.ts';
import { operate } from '../../tests/support/process/operate.ts';
import type { PostgresCluster } from '../../tests/support/database/postgres-cluster.ts';
import { startReceiver, type Receiver } from '../../tests/support/network/receiver.ts';
import { startTcpProxy } from '../../tests/support/network/tcp-proxy.ts';
import { startInstances } from '../instances.ts';
import { checkHistory } from './check-history.ts';
import { chooseFaults, FAULTS, type FaultContext, type FaultName } from './faults.ts';
import { History, type Operation } from './history.ts';
import { createLoad, type LoadFigures } from './load.ts';
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
  history: HistoryReport;
  webhooks: { delivered: number; missing: number };
  /** The answer of the operator's command `ledger check`. */
  ledger: unknown;
}

/** The shops' requests by outcome, the orders in the answers, and each answer that nothing explains. */
export interface HistoryReport {
  operations: Record<Operation['outcome'], number>;
  orders: number;
  succeeded: number;
  findings: string[];
}

const CALM_BETWEEN_FAULTS_MS = 1_000;

/**
 * Runs two processes of a service with shops that use them, and causes faults of the processes and their database.
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
  const instances = await startInstances(
    {
      DATA_DIR: dataDirectory,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
      LOG_LEVEL: 'warn',
    },
    { aboutDeadlines: true },
  );
  try {
    const context = { instances, cluster, proxy, random: createRandom(options.seed) };
    return await drill(options, context, { receiver, dataDirectory });
  } finally {
    await instances.stop('SIGKILL');
    await receiver.close();
    await proxy.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

interface Subject {
  receiver: Receiver;
  dataDirectory: string;
}

async function drill(
  options: DrillOptions,
  context: FaultContext,
  { receiver, dataDirectory }: Subject,
): Promise<DrillReport> {
  const { instances, cluster, random } = context;
  const { baseUrls, sandbox, operatorUrl } = instances;
  const history = new History();
  const load = createLoad({ baseUrls, sandbox, callbackUrl: receiver.url, random, history });
  const rounds: Round[] = [];
  const untilMs = performance.now() + options.budgetMs;
  const faults = chooseFaults(options.faults, random);
  await load.readTotals();
  while (faults.length > 0 && performance.now() < untilMs) {
    const chosen = faults.splice(0, options.faultsPerRound);
    load.start();
    await causeFaults(chosen, context);
    const recovery = await untilHandled(cluster.url);
    await load.stop();
    rounds.push({ faults: chosen, recovery });
    options.onRound?.({ faults: chosen, recovery });
  }
  await load.readOpenOrders();
  await load.readTotals();
  // An order that is still open now had not changed the totals.
  await load.readOpenOrders();
  const ledger = await operate({ operatorUrl, dataDirectory }, 'ledger check');
  const webhooks = await compareWebhooks(cluster.url, receiver);
  return {
    rounds,
    load: load.figures,
    history: judge(history),
    webhooks,
    ledger: ledger.body,
  };
}

function judge({ operations }: History): HistoryReport {
  const first = (of: 'balance' | 'payins') =>
    operations.find((each) => each.kind === 'total' && each.of === of)?.total ?? 0;
  const opening = { balance: first('balance'), payins: first('payins') };
  const count = (outcome: Operation['outcome']) =>
    operations.filter((each) => each.outcome === outcome).length;
  const seen = operations.flatMap((each) => each.seen ?? []);
  const succeeded = seen.filter(({ status }) => status === 'SUCCESS');
  return {
    orders: new Set(seen.map(({ id }) => id)).size,
    succeeded: new Set(succeeded.map(({ id }) => id)).size,
    operations: { ok: count('ok'), failed: count('failed'), unknown: count('unknown') },
    findings: checkHistory(operations, { opening }),
  };
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
