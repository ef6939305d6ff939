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
  /** Before the migration, and again after it. */
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
 * The release before makes its database and takes payments; this one migrates the database the while, and
 * the release before goes on taking payments. Then this one proves the ledger.
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
  // A migration may hold a statement for longer than a request waits on a busy machine: 503 asks for the same request again.
  return { client: sandboxClient(baseUrl, sandbox, { repeats: 20 }), sandbox };
}

type Shop = Awaited<ReturnType<typeof clientOf>>;

/** Shops that pay one after the other, each at once with the others. */
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

/** On a busy machine the answer may come before the provider's: the order is then pending for a while. */
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
