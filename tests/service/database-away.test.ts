import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../support/postgres.ts';
import { createdPayin } from '../support/orders.ts';
import { startService, type RunningService } from '../support/service.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** The database of PGlite cannot go away without the process. */
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a database that goes away', () => {
  let scratch: ScratchDatabase;
  let proxy: TcpProxy;
  let running: RunningService;

  beforeAll(async () => {
    scratch = await createScratchDatabase(process.env['TEST_POSTGRES_URL'] ?? '');
    const url = new URL(scratch.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    running = await startService({ env: { DATABASE_URL: url.href } });
  });
  beforeEach(() => proxy.restore());
  afterAll(async () => {
    await proxy.restore();
    await running.close();
    await proxy.close();
    await scratch.drop();
  });

  /** The pool may still hold a connection that the last test broke. */
  async function orderOnceBack() {
    const back = async () => (await fetch(`${running.baseUrl}/api/health`)).ok;
    await expect.poll(back, { timeout: 10_000, interval: 100 }).toBe(true);
    return createdPayin(running);
  }

  async function readOrder(id: string) {
    const startedMs = performance.now();
    const result = await running.client.getPayin(id);
    return { result, seconds: (performance.now() - startedMs) / 1_000 };
  }

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['hangs', () => proxy.hang()],
  ])(
    'and %s is answered 503 within five seconds, and the service recovers by itself',
    async (_, goAway) => {
      const { id } = await orderOnceBack();
      await goAway();
      const { result, seconds } = await readOrder(id);
      expect(result).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 2 });
      expect(seconds).toBeLessThan(5);

      await proxy.restore();
      await expect
        .poll(async () => (await readOrder(id)).result.ok, { timeout: 10_000, interval: 200 })
        .toBe(true);
    },
  );

  it('is told by the health address', async () => {
    const health = () => fetch(`${running.baseUrl}/api/health`);
    await orderOnceBack();
    expect((await health()).status).toBe(200);
    await proxy.cut();
    expect((await health()).status).toBe(503);
  });
});
