import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import {
  newServiceData,
  postgresServer,
  type ServiceData,
} from '../../support/database/seeds/service-data.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import {
  merchantIn,
  payinTo,
  payTo,
  type MerchantInCell,
} from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const [BESIDE, ELSEWHERE] = [1, 2];

/** Behind a pooler by transaction there is one cell. */
const sharesSessions = process.env['TEST_POOLER'] === 'transaction';

let data: ServiceData;
let elsewhere: ScratchDatabase;
/** Between the service and that. */
let network: TcpProxy;
let running: RunningService;
let merchants: Record<'beside' | 'elsewhere', MerchantInCell>;

async function start(): Promise<RunningService> {
  const url = new URL(elsewhere.directUrl);
  url.host = `127.0.0.1:${network.port}`;
  return startService({ data, cellAddresses: (databaseUrl = '') => [databaseUrl, url.href] });
}

const pay = (merchant: MerchantInCell) => payTo(running.clientFor(merchant.key), merchant);
const isReady = async () => (await fetch(`${running.baseUrl}/api/health/ready`)).status;

describe.skipIf(sharesSessions)('a process that starts while a cell is unavailable', () => {
  beforeAll(async () => {
    data = await newServiceData();
    elsewhere = await createScratchDatabase(postgresServer());
    const url = new URL(elsewhere.directUrl);
    network = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    running = await start();
    merchants = {
      beside: await merchantIn(running.cells.at(BESIDE)),
      elsewhere: await merchantIn(running.cells.at(ELSEWHERE)),
    };
    await running.close();
    await network.cut();
    running = await start();
  });
  afterAll(async () => {
    await running.close();
    await network.close();
    await elsewhere.drop();
    await data.remove();
  });

  it('serves the merchants of the others', async () => {
    expect((await pay(merchants.beside)).status).toBe('SUCCESS');
    await expect.poll(isReady, { timeout: PATIENCE_MS }).toBe(200);
  });

  it('says to those of the cell that it is unavailable, and its log which cells are', async () => {
    const { key, method } = merchants.elsewhere;
    const refused = await running.clientFor(key).createPayin(payinTo(method));
    expect(refused).toMatchObject({ ok: false, status: 503 });
    expect(running.logs()).toMatch(/"cells":\[2\],.*they are served when they are back/);
  });

  it('serves them as soon as the cell is back', async () => {
    await network.restore();
    expect((await pay(merchants.elsewhere)).status).toBe('SUCCESS');
  });
});
