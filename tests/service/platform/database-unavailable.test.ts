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

/** Everybody is patient but the service, and what is wrong lasts until a test ends it: who is answered before has not waited for that. */
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
    // The ledger is proved at the end, perhaps by a connection that the last test broke.
    await vi.waitFor(() => sql`select 1`.execute(running.context.longRunning), {
      timeout: PATIENCE_MS,
    });
    await running.close();
    await receiver.close();
    await database.remove();
  });
}

/** The pool may still hold a connection that the last test broke. */
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

/** The database of PGlite cannot be lost without the process. */
const ON_POSTGRES = process.env['TEST_ENGINE'] === 'postgres';

describe.runIf(ON_POSTGRES)('a database behind a network', () => {
  behindNetwork(4);

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['hangs', () => proxy.hang()],
  ])('that %s is answered 503 meanwhile, and the service recovers by itself', async (_, fail) => {
    const { id } = await orderOnceBack();
    await fail();
    expect(await running.client.getPayin(id)).toMatchObject({
      ok: false,
      status: 503,
      retryAfterSeconds: 2,
    });

    await proxy.restore();
    await expect.poll(() => running.client.getPayin(id)).toMatchObject({ ok: true });
  });

  it('is reported by the health address', async () => {
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
  // In half of it a busy machine has begun anew with twenty connections.
  behindNetwork(15);

  it.each(['both', 'answers'] as const)(
    '(%s) holds only those who are at it: who comes after them is answered by new connections',
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

  it('keeps neither recurring work nor webhooks from going on', async () => {
    await onceBack();
    const body = { method: 'card_short', currency: 'USD', callback_url: receiver.url } as const;
    const { id } = await createdPayin(running, body);
    const end = proxy.silence();
    await deliveries(receiver, receiver.received.length + 1);
    expect(await running.client.getPayin(id)).toMatchObject({ value: { status: 'CLOSED' } });
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
      const result = await running.client.getPayin(id);
      return result.ok && result.value.status === 'CLOSED';
    };
    await expect.poll(isClosed).toBe(true);
    released.resolve(undefined);
    await ended;
    end();
  });
});
