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

let database: DatabaseBehindNetwork;
let proxy: DatabaseBehindNetwork['network'];
let running: RunningService;
let receiver: Receiver;

/**
 * Only the service has short deadlines, and a fault lasts until a test ends it: an earlier answer cannot have waited
 * for its end.
 */
function behindNetwork(databaseTimeoutSeconds: number): void {
  beforeAll(async () => {
    database = await databaseBehindNetwork();
    proxy = database.network;
    const started = await startService({
      env: {
        DATABASE_URL: database.url,
        DATABASE_TIMEOUT_SECONDS: String(databaseTimeoutSeconds),
      },
      aboutDeadlines: true,
    });
    running = { ...started, client: started.clientFor({ timeoutMs: PATIENCE_MS }) };
    receiver = await startReceiver();
  });
  beforeEach(() => proxy.restore());
  afterAll(async () => {
    await proxy.restore();
    // close() verifies the ledger, perhaps on a connection that the last test broke.
    await vi.waitFor(() => sql`select 1`.execute(running.context.longRunning), {
      timeout: PATIENCE_MS,
    });
    await running.close();
    await receiver.close();
    await database.remove();
  });
}

/** Waits until the pool holds no connection that the last test broke. */
async function onceBack() {
  const back = () => running.client.getPayin(crypto.randomUUID());
  await expect.poll(back).toMatchObject({ status: 404 });
}

async function orderOnceBack() {
  await onceBack();
  return createdPayin(running);
}

function readTwenty(id: string) {
  return Promise.all(Array.from({ length: 20 }, () => running.client.getPayin(id)));
}

/** PGlite's database runs in the process and cannot be lost alone. */
const ON_POSTGRES = process.env['TEST_ENGINE'] === 'postgres';

describe.runIf(ON_POSTGRES)('a database behind a network', () => {
  behindNetwork(4);

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['hangs', () => proxy.hang()],
  ])(
    'that %s makes requests fail with 503, until the service recovers automatically',
    async (_, fail) => {
      const { id } = await orderOnceBack();
      await fail();
      expect(await running.client.getPayin(id)).toMatchObject({
        ok: false,
        status: 503,
        retryAfterSeconds: 2,
      });

      await proxy.restore();
      await expect.poll(() => running.client.getPayin(id)).toMatchObject({ ok: true });
    },
  );

  it('is reported by the health endpoint', async () => {
    const health = () => fetch(`${running.baseUrl}/api/health`);
    await orderOnceBack();
    await expect.poll(async () => (await health()).status).toBe(200);
    await proxy.cut();
    const answer = await health();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { database: 'unavailable' } });
  });
});

describe.runIf(ON_POSTGRES)('a database that falls silent', { tags: ['apart'] }, () => {
  // Twice as long as a busy machine takes to open twenty new connections.
  behindNetwork(15);

  it.each(['both', 'answers'] as const)(
    '(%s) delays only the requests on its connections: later ones are answered on new connections',
    async (direction) => {
      const { id } = await orderOnceBack();
      await readTwenty(id);
      const end = proxy.silence(direction);
      for (const result of await readTwenty(id)) {
        if (!result.ok) expect(result).toMatchObject({ status: 503, retryAfterSeconds: 2 });
      }
      const after = await readTwenty(id);
      expect(after.map(({ ok }) => ok)).not.toContain(false);
      end();
    },
  );

  it('stops neither recurring work nor webhooks', async () => {
    await onceBack();
    const body = { method: 'card_short', currency: 'USD', callback_url: receiver.url } as const;
    const { id } = await createdPayin(running, body);
    const end = proxy.silence();
    await deliveries(receiver, receiver.received.length + 1);
    expect(await running.client.getPayin(id)).toMatchObject({ value: { status: 'CLOSED' } });
    end();
  });

  it('releases rows locked by a connection that fell silent', async () => {
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
      const result = await running.client.getPayin(id);
      return result.ok && result.value.status === 'CLOSED';
    };
    await expect.poll(isClosed).toBe(true);
    released.resolve(undefined);
    await ended;
    end();
  });
});
