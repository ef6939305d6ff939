// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
/** The loss of one of several database servers, as seen by shops on the others. */
import { rm } from 'node:fs/promises';
// oxlint-disable-next-line no-restricted-imports -- A server is lost for a while, and shops ask with pauses.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrdersClient } from '#contract/client/client.ts';
import type { Result } from '#contract/client/result.ts';
import { cellOf } from '#service/platform/cells/cells.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { payableMerchant } from '../../support/operator/merchant.ts';
import { payinTo, payTo, type MerchantInCell } from '../../support/orders/merchant-in-cell.ts';
import { cardDataBody } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import type { Reached } from '../../support/process/operate.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { sharesSessions } from '../../support/database/suite.ts';

/** For `hang`, longer than the timeouts of requests, statements and connections; a cut fails at once. */
const LOST_MS = { hang: 12_000, cut: 3_000 };
/** The pause between two visits of a shop, to leave processor time to others. */
const PAUSE_MS = 50;
/** The least number of visits of each shop while the server is lost. */
const VISITS = 6;
/** More requests than a process handles at once, for all servers together. */
const BURST = 350;
const POOL_SIZE = '2';

/** One server for cell 0 and one for each of two other cells; the last cell shares cell 0's. */
let servers: DatabaseBehindNetwork[];
let server: ServerProcess;
/** The merchants by cell, from cell 1. */
const merchants = new Map<number, MerchantInCell>();
let reached: Reached;

function merchantOf(cell: number): MerchantInCell {
  const merchant = merchants.get(cell);
  if (merchant === undefined) throw new Error(`No merchant in cell ${cell}`);
  return merchant;
}

function clientOf(cell: number) {
  return new OrdersClient({
    baseUrl: server.baseUrl,
    timeoutMs: PATIENCE_MS,
    ...merchantOf(cell).key,
  });
}

async function isReady() {
  return (await fetch(`${server.baseUrl}/api/health/ready`)).status;
}

/** The number of visits of one cell's shop, and the failures among their answers. */
interface Visits {
  done: number;
  failures: string[];
}

/** Repeatedly creates an order, opens its page, pays it if possible, reads and lists. No request is retried. */
function shop(cell: number, { pays }: { pays: boolean }, until: Promise<unknown>) {
  const visits: Visits = { done: 0, failures: [] };
  const client = clientOf(cell);
  const { method } = merchantOf(cell);
  const note = (what: string, isRight: boolean, said: unknown) => {
    if (!isRight) visits.failures.push(`${what}: ${JSON.stringify(said)}`);
  };
  const kept = <Value>(what: string, result: Result<Value>) => {
    note(what, result.ok, result.ok || [result.status, result.cause]);
    return result;
  };
  const visit = async () => {
    const created = kept('create', await client.createPayin(payinTo(method)));
    if (!created.ok) return;
    const { id } = created.value;
    const page = await fetch(`${server.baseUrl}/pay/${id}`);
    note('page', page.status === 200 && /12[.,]50/.test(await page.text()), page.status);
    if (pays) kept('pay', await client.submitCardData(cardDataBody(id)));
    kept('read', await client.getPayin(id));
    kept('list', await client.listPayins({ page: 1, size: 10 }));
    kept('balances', await client.getBalances());
    visits.done += 1;
  };
  const over = until.then(() => true);
  const goOn = async () => {
    while (!(await Promise.race([over, sleep(PAUSE_MS, false)]))) await visit();
  };
  return { visits, ended: goOn() };
}

/** Sends many requests at once, continually. @returns the statuses of the answers */
async function crowd(cell: number, until: Promise<unknown>): Promise<Set<number | undefined>> {
  const client = clientOf(cell);
  const statuses = new Set<number | undefined>();
  const { method } = merchantOf(cell);
  const ask = async () => {
    const { status } = await client.createPayin(payinTo(method));
    statuses.add(status);
  };
  await Promise.all(Array.from({ length: BURST }, ask));
  const over = until.then(() => true);
  const goOn = async () => {
    while (!(await Promise.race([over, sleep(100, false)]))) await ask();
  };
  await Promise.all(Array.from({ length: 10 }, goOn));
  return statuses;
}

describe.skipIf(sharesSessions)('while one of three servers is lost', () => {
  beforeAll(async () => {
    servers = await Promise.all([1, 2, 3].map(() => databaseBehindNetwork({ pastPooler: true })));
    const [DATABASE_URL = '', one = '', two = ''] = servers.map(({ url }) => url);
    const DATA_DIR = await scratchFolder();
    server = await startedServer(
      {
        DATA_DIR,
        DATABASE_URL,
        DATABASE_POOL_SIZE: POOL_SIZE,
        LOG_LEVEL: 'error',
        CELLS: '4',
        CELL_ADDRESSES: `1=${one},2=${two}`,
      },
      { aboutDeadlines: true },
    );
    reached = { operatorUrl: server.operatorUrl, dataDirectory: DATA_DIR };
    while (merchants.size < 3) {
      const merchant = await payableMerchant(reached);
      merchants.set(cellOf(merchant.id), merchant);
    }
    expect([...merchants.keys()].toSorted()).toEqual([1, 2, 3]);
  });
  afterAll(async () => {
    await server.stop('SIGTERM');
    await Promise.all(servers.map((each) => each.remove()));
    await rm(reached.dataDirectory, { recursive: true, force: true });
  });

  it.each([
    ['refuses connections', { lost: 1, server: 1, others: [2, 3], how: 'cut' }],
    ['no longer answers', { lost: 1, server: 1, others: [2, 3], how: 'hang' }],
    // The sandbox acquirer is in cell 0.
    ['refuses connections, that of cell 0', { lost: 3, server: 0, others: [1, 2], how: 'cut' }],
    ['no longer answers, that of cell 0', { lost: 3, server: 0, others: [1, 2], how: 'hang' }],
  ] as const)('which %s, shops on the others notice nothing', async (_what, loss) => {
    const pays = loss.server !== 0;
    const network = servers[loss.server]?.network;
    const over = Promise.withResolvers<undefined>();
    const shops = loss.others.map((cell) => shop(cell, { pays }, over.promise));
    await sleep(1_000);
    await network?.[loss.how]();
    const crowded = crowd(loss.lost, over.promise);
    const made = shops.map(({ visits }) => visits.done);
    await sleep(LOST_MS[loss.how]);
    expect(await isReady()).toBe(200);
    const madeSince = () => shops.map(({ visits }, n) => visits.done - (made[n] ?? 0));
    await expect
      .poll(() => Math.min(...madeSince()), { timeout: PATIENCE_MS })
      .toBeGreaterThanOrEqual(VISITS);
    over.resolve(undefined);
    await Promise.all(shops.map(({ ended }) => ended));
    expect(shops.flatMap(({ visits }) => visits.failures)).toEqual([]);
    expect(await crowded).toEqual(new Set([503]));
    await network?.restore();
    const { status } = await payTo(clientOf(loss.lost), merchantOf(loss.lost));
    expect(status).toBe('SUCCESS');
    await expect.poll(isReady, { timeout: PATIENCE_MS }).toBe(200);
  });
});
