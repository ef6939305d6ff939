import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startCluster,
  type PostgresCluster,
  type PostgresStandby,
} from '../../support/database/postgres-cluster.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { createScratchDatabase } from '../../support/database/postgres.ts';
import { createdPayin } from '../../support/orders/orders.ts';
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
    running = await startService({ env: { DATABASE_URL } });
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
    const arrived = () => onStandby(`select 1 from payins where id = '${id}'`);
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
