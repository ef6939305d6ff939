// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import {
  merchantIn,
  payinTo,
  payTo,
  type MerchantInCell,
} from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const [BESIDE, ELSEWHERE] = [1, 2];

let data: ServiceData;
let elsewhere: DatabaseBehindNetwork;
let running: RunningService;
let merchants: Record<'beside' | 'elsewhere', MerchantInCell>;

async function start(): Promise<RunningService> {
  return startService({ data, secondCell: elsewhere.url });
}

function pay(merchant: MerchantInCell) {
  return payTo(running.clientFor(merchant.key), merchant);
}

async function isReady() {
  return (await fetch(`${running.baseUrl}/api/health/ready`)).status;
}

describe.skipIf(sharesSessions)('a process that starts while a cell is unavailable', () => {
  beforeAll(async () => {
    data = await newServiceData();
    elsewhere = await databaseBehindNetwork({ pastPooler: true });
    running = await start();
    merchants = {
      beside: await merchantIn(running.cells.at(BESIDE)),
      elsewhere: await merchantIn(running.cells.at(ELSEWHERE)),
    };
    await running.close();
    await elsewhere.network.cut();
    running = await start();
  });
  afterAll(async () => {
    await running.close();
    await elsewhere.remove();
    await data.remove();
  });

  it('serves the merchants of the other cells', async () => {
    expect((await pay(merchants.beside)).status).toBe('SUCCESS');
    await expect.poll(isReady, { timeout: PATIENCE_MS }).toBe(200);
  });

  it("answers the cell's merchants with 503, and logs which cells are unavailable", async () => {
    const { key, method } = merchants.elsewhere;
    const refused = await running.clientFor(key).createPayin(payinTo(method));
    expect(refused).toMatchObject({ ok: false, status: 503 });
    expect(running.logs()).toMatch(/"cells":\[2\],.*their merchants are served once they are back/);
  });

  it('serves them as soon as the cell is back', async () => {
    await elsewhere.network.restore();
    expect((await pay(merchants.elsewhere)).status).toBe('SUCCESS');
  });
});
