// @module-tag postgres-only
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/**
 * The service gives up on a database after five seconds; nothing but the machine holds anybody up longer.
 * TCP alone would hold them for a quarter of an hour.
 */
const HELD_SECONDS = 20;

/** The database of PGlite cannot be lost without the process. */
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a database behind a network', () => {
  let database: DatabaseBehindNetwork;
  let proxy: DatabaseBehindNetwork['network'];
  let running: RunningService;
  let receiver: Receiver;

  beforeAll(async () => {
    database = await databaseBehindNetwork();
    proxy = database.network;
    running = await startService({ env: { DATABASE_URL: database.url }, judgesWaits: true });
    receiver = await startReceiver();
  });
  beforeEach(() => proxy.restore());
  afterAll(async () => {
    await proxy.restore();
    // The ledger is proved at the end, perhaps by a connection that the last test broke.
    await vi.waitFor(() => sql`select 1`.execute(running.context.longRunning), PATIENCE_MS);
    await running.close();
    await receiver.close();
    await database.remove();
  });

  /** The pool may still hold a connection that the last test broke. */
  async function onceBack() {
    const back = () => running.client.getPayin(crypto.randomUUID());
    await expect.poll(back).toMatchObject({ status: 404 });
  }

  async function orderOnceBack() {
    await onceBack();
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
    'that %s is answered 503 within about five seconds, and the service recovers by itself',
    async (_, fail) => {
      const { id } = await orderOnceBack();
      await fail();
      const { result, seconds } = await readOrder(id);
      expect(result).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 2 });
      expect(seconds).toBeLessThan(HELD_SECONDS);

      await proxy.restore();
      await expect.poll(async () => (await readOrder(id)).result.ok).toBe(true);
    },
  );

  it('is reported by the health address', async () => {
    const health = () => fetch(`${running.baseUrl}/api/health`);
    await orderOnceBack();
    await expect.poll(async () => (await health()).status).toBe(200);
    await proxy.cut();
    const answer = await health();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { database: 'unavailable' } });
  });

  it.each(['both', 'answers'] as const)(
    'that falls silent (%s) holds requests about five seconds at most, and not for long',
    async (direction) => {
      const { id } = await orderOnceBack();
      await Promise.all(Array.from({ length: 20 }, () => readOrder(id)));
      const end = proxy.silence(direction);
      const reads = await Promise.all(Array.from({ length: 20 }, () => readOrder(id)));
      expect(Math.max(...reads.map(({ seconds }) => seconds))).toBeLessThan(HELD_SECONDS);
      // None of the connections that are dead as well is met by those who come after.
      const after = await Promise.all(Array.from({ length: 20 }, () => readOrder(id)));
      expect(after.map(({ result }) => result.ok)).not.toContain(false);
      end();
    },
  );

  it('that falls silent delays recurring work and webhooks by no more than ten seconds', async () => {
    await onceBack();
    const body = { method: 'card_short', currency: 'USD', callback_url: receiver.url } as const;
    const { id } = await createdPayin(running, body);
    const end = proxy.silence();
    const startedMs = performance.now();
    const before = receiver.received.length;
    await deliveries(receiver, before + 1);
    const seconds = (performance.now() - startedMs) / 1_000;
    expect((await readOrder(id)).result).toMatchObject({ value: { status: 'CLOSED' } });
    // Three of them are the order's own waiting time.
    expect(seconds).toBeLessThan(3 + HELD_SECONDS);
    end();
  });

  it('frees the rows that a connection held locked when it fell silent', async () => {
    await onceBack();
    const body = { method: 'card_short', currency: 'USD' } as const;
    const { id } = await createdPayin(running, body);
    const locked = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const lost = running.db.transaction().execute(async (trx) => {
      await trx.selectFrom('payins').select('id').where('id', '=', id).forUpdate().execute();
      locked.resolve(undefined);
      return released.promise;
    });
    const ended = expect(lost).rejects.toThrow();
    await locked.promise;
    const end = proxy.silence();
    const isClosed = async () => {
      const { result } = await readOrder(id);
      return result.ok && result.value.status === 'CLOSED';
    };
    await expect.poll(isClosed, { interval: 200 }).toBe(true);
    released.resolve(undefined);
    await ended;
    end();
  });
});
