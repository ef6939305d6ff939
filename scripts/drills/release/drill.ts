import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrdersClient } from '#contract/client/client.ts';
import { isFinal } from '#domain/order/status.ts';
import { migrateDatabase } from '#service/migrate-database.ts';
import { connectDatabase } from '#service/platform/database/connect.ts';
import { verifyLedger, type LedgerFinding } from '#service/ledger/verify.ts';
import { readConfig } from '#service/start.ts';
import { sandboxIn, sandboxClient } from '../../../tests/support/process/sandbox.ts';
import { cardDataBody, payinBody } from '../../../tests/support/orders/orders.ts';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { untilPrinted } from '../../../tests/support/process/printed.ts';
import type { PreviousRelease } from './unpack-previous.ts';

export interface ReleaseDrill {
  databaseUrl: string;
  previous: PreviousRelease;
  /** How many payments to take before the migration, and again after it. */
  payments: number;
}

export interface ReleaseDrillResult {
  payments: number;
  failures: string[];
  applied: string[];
  findings: LedgerFinding[];
}

const SHOPS = 4;

/**
 * The previous release creates its database and takes payments. Meanwhile this release migrates the database, and the
 * previous one keeps taking payments. Then this release verifies the ledger.
 */
export async function drillRelease(drill: ReleaseDrill): Promise<ReleaseDrillResult> {
  const data = await mkdtemp(join(tmpdir(), 'tollgate-release-drill-'));
  const env = { DATA_DIR: data, DATABASE_URL: drill.databaseUrl, LOG_LEVEL: 'silent' };
  const service = spawn(process.execPath, [drill.previous.program], {
    env: { PATH: process.env['PATH'], ...env, WEBHOOK_LEASE_MS: '60000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const load = startLoad(await clientOf(await untilPrinted(service, /^ready (\d+)/m), data));
    await load.until(drill.payments);
    const config = readConfig({ ...env, SANDBOX: 'on' });
    if (config.mode !== 'service') throw new Error('The drill is of a service');
    const applied = await migrateDatabase(config);
    await load.until(load.payments() + drill.payments);
    const { payments, failures } = await load.stop();
    return { payments, failures, applied, findings: await findingsIn(drill.databaseUrl, data) };
  } finally {
    service.kill('SIGKILL');
    await rm(data, { recursive: true, force: true });
  }
}

async function clientOf(port: string, data: string) {
  const sandbox = await sandboxIn(data);
  const baseUrl = `http://127.0.0.1:${port}`;
  // On a busy machine a migration may block a statement for longer than a request waits. The 503 asks for the same
  // request again.
  return { client: sandboxClient(baseUrl, sandbox, { repeats: 20 }), sandbox };
}

type Shop = Awaited<ReturnType<typeof clientOf>>;

/** Starts shops that run concurrently, each making one payment after another. */
function startLoad(shop: Shop) {
  const failures: string[] = [];
  let payments = 0;
  const stopped = new AbortController();
  const waiting: { payments: number; done: () => void }[] = [];
  const visit = async () => {
    while (!stopped.signal.aborted) {
      const failure = await payOnce(shop);
      if (failure !== undefined) failures.push(failure);
      payments += 1;
      for (const waiter of waiting) if (payments >= waiter.payments) waiter.done();
    }
  };
  const visits = Promise.all(Array.from({ length: SHOPS }, visit));
  return {
    payments: () => payments,
    until: (count: number) =>
      new Promise<void>((done) => {
        waiting.push({ payments: count, done });
      }),
    async stop() {
      stopped.abort();
      await visits;
      return { payments, failures };
    },
  };
}

async function payOnce({ client, sandbox }: Shop): Promise<string | undefined> {
  const created = await client.createPayin(payinBody({ sandbox }));
  if (!created.ok) return `not created: ${created.problem?.title ?? created.cause}`;
  const paid = await client.submitCardData(cardDataBody(created.value.id));
  if (!paid.ok) return `not paid: ${paid.problem?.title ?? paid.cause}`;
  return failureOf(client, created.value.id);
}

/**
 * Returns why an order did not succeed; undefined if it did. Polls, because on a busy machine the answer may come
 * before the acquirer's and the order is then pending for a while.
 */
async function failureOf(client: OrdersClient, id: string): Promise<string | undefined> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const read = await client.getPayin(id);
    if (!read.ok) return `not read: ${read.problem?.title ?? read.cause}`;
    const { status } = read.value;
    if (status === 'SUCCESS') return undefined;
    if (isFinal(status) || Date.now() > untilMs) return `ended as ${status}`;
    await sleep(100);
  }
}

async function findingsIn(databaseUrl: string, dataDirectory: string): Promise<LedgerFinding[]> {
  const database = await connectDatabase({
    databaseUrl,
    dataDirectory,
    poolSize: 2,
    onConnectionLost: () => undefined,
  });
  try {
    return (await verifyLedger(database)).findings;
  } finally {
    await database.close();
  }
}
