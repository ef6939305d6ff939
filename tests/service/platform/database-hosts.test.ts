// @module-tag postgres-only
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startCluster,
  startFrom,
  type PostgresCluster,
} from '../../support/database/postgres-cluster.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { startTcpProxy } from '../../support/network/tcp-proxy.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** PGlite is not a server, so there is none to choose. */
const ON_POSTGRES = process.env['TEST_ENGINE'] === 'postgres';

describe.runIf(ON_POSTGRES)('a database of two servers', () => {
  let cluster: PostgresCluster | undefined;
  let standby: Awaited<ReturnType<typeof startFrom>>;
  let running: RunningService;
  let database: string;

  beforeAll(async () => {
    cluster = await startCluster();
    if (cluster === undefined) return;
    const primary = new URL((await createScratchDatabase(cluster.url)).url);
    database = primary.pathname;
    const { hostname, port, username } = new URL(cluster.url);
    const following = ['-h', hostname, '-p', port, '-U', username, '-R', '-X', 'stream'];
    standby = await startFrom('pg_basebackup', [...following, '-c', 'fast']);
    // The read-only standby is named first.
    const { host } = new URL(standby.url);
    const DATABASE_URL = primary.href.replace(primary.host, `${host},${primary.host}`);
    running = await startService({ env: { DATABASE_URL }, aboutDeadlines: true });
  });
  afterAll(async () => {
    await running.close();
    await standby.stop();
    await cluster?.stop();
  });

  it('is used on the server that accepts writes, also after a failover', async (context) => {
    if (cluster === undefined) return context.skip('no server programs are installed');
    const { id } = await createdPayin(running);
    // Rows that the standby has not received yet would be lost with the primary.
    const arrived = () => onStandby(`select 1 from payins where id = '${id}'`);
    await expect.poll(arrived).toBe(1);
    await cluster.kill();
    await onServer(standby.url, (client) => client.query('select pg_promote()'));
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

describe.runIf(ON_POSTGRES)('a server that falls silent', { tags: ['apart'] }, () => {
  it('is abandoned by its connections, and the next server is used', async () => {
    const data = await newServiceData();
    const { href, host, hostname, port } = new URL(data.databaseUrl ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
    const DATABASE_URL = href.replace(host, `127.0.0.1:${proxy.port},${host}`);
    // Twice as long as a busy machine takes to open twenty new connections.
    const env = { DATABASE_URL, DATABASE_TIMEOUT_SECONDS: '15' };
    const running = await startService({ data, env, aboutDeadlines: true });
    const client = running.clientFor({ timeoutMs: PATIENCE_MS });
    const readTwenty = async () => {
      const reads = Array.from({ length: 20 }, () => client.getPayin(randomUUID()));
      return new Set((await Promise.all(reads)).map(({ status }) => status));
    };
    await readTwenty();
    const end = proxy.silence();
    // New connections are still accepted, as a kernel does for a frozen server.
    await proxy.hang();
    await readTwenty();
    expect(await readTwenty()).toEqual(new Set([404]));
    end();
    await running.close();
    await proxy.close();
    await data.remove();
  });
});
