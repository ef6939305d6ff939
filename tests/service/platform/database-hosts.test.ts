// @module-tag postgres-only
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startCluster,
  type PostgresCluster,
  type PostgresStandby,
} from '../../support/database/postgres-cluster.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { startTcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** PGlite has no servers to choose from. */
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a database of two servers', () => {
  let cluster: PostgresCluster | undefined;
  let standby: PostgresStandby;
  let running: RunningService;
  let database: string;

  beforeAll(async () => {
    cluster = await startCluster();
    if (cluster === undefined) return;
    const primary = new URL((await createScratchDatabase(cluster.url)).url);
    database = primary.pathname;
    standby = await cluster.startStandby();
    // The one that takes no writes is named first.
    const { host } = new URL(standby.url);
    const DATABASE_URL = primary.href.replace(primary.host, `${host},${primary.host}`);
    running = await startService({ env: { DATABASE_URL }, judgesWaits: true });
  });
  afterAll(async () => {
    await running.close();
    await standby.stop();
    await cluster?.stop();
  });

  it('is used where it takes writes, and followed when that is another server', async (context) => {
    if (cluster === undefined) return context.skip('no server programs are installed');
    const { id } = await createdPayin(running);
    // What the standby has not received would be lost with the primary.
    const { cell } = running.context.place;
    const schema = cell === 0 ? 'public' : `cell_${cell}`;
    const arrived = () => onStandby(`select 1 from ${schema}.payins where id = '${id}'`);
    await expect.poll(arrived).toBe(1);
    await cluster.kill();
    await standby.promote();
    const found = () => running.client.getPayin(id);
    await expect.poll(found).toMatchObject({ ok: true, value: { id, status: 'CREATED' } });
    await expect(createdPayin(running)).resolves.toMatchObject({ status: 'CREATED' });
  });

  async function onStandby(statement: string): Promise<number | null> {
    const url = new URL(standby.url);
    url.pathname = database;
    return onServer(url.href, async (client) => (await client.query(statement)).rowCount);
  }
});

/**
 * A request gives up after five seconds, and after those nobody waits; nothing but the machine holds anybody up
 * longer.
 */
const HELD_SECONDS = 20;

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a server that falls silent', () => {
  it('holds those who are at it for seconds, and is left for the next', async () => {
    const data = await newServiceData();
    const { href, host, hostname, port } = new URL(data.databaseUrl ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
    const DATABASE_URL = href.replace(host, `127.0.0.1:${proxy.port},${host}`);
    const running = await startService({ data, env: { DATABASE_URL }, judgesWaits: true });
    const readAtOnce = () => {
      const startedMs = performance.now();
      const reads = Array.from({ length: 20 }, async () => {
        const { status } = await running.client.getPayin(randomUUID());
        return { status, seconds: (performance.now() - startedMs) / 1_000 };
      });
      return Promise.all(reads);
    };
    await readAtOnce();
    const end = proxy.silence();
    // New connections are taken, as a kernel does for a server that stands still.
    await proxy.hang();
    const held = await readAtOnce();
    expect(Math.max(...held.map(({ seconds }) => seconds))).toBeLessThan(HELD_SECONDS);
    const after = await readAtOnce();
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([404]));
    end();
    await running.close();
    await proxy.close();
    await data.remove();
  });
});
