import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { movePayin } from '#service/payins/move.ts';
import { lockPayin } from '#service/payins/store/payins.ts';
import { sandboxIn, sandboxClient } from '../../support/process/sandbox.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { deliveries, ordersIn, startReceiver } from '../../support/network/receiver.ts';
import { suiteEnv } from '../../support/database/suite.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { COMPILE_CACHE, SHORT_LIVED } from '../../support/process/program.ts';
import { operate } from '../../support/process/operate.ts';
import { startService } from '../../support/process/service.ts';

/** Longer than a busy machine may stall: otherwise another process would take over an event still being delivered. */
const LEASE_MS = 15_000;

let data: ServiceData;
const processes: ChildProcess[] = [];

beforeEach(async () => {
  data = await newServiceData();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(kill));
  await data.remove();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function startProcess() {
  const program = 'tests/support/process/delivering-process.ts';
  const child = spawn(process.execPath, [...SHORT_LIVED, program], {
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      DATA_DIR: data.directory,
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://pay.test',
      WEBHOOK_LEASE_MS: String(LEASE_MS),
      ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
      ...suiteEnv(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const said: unknown[] = await once(child.stdout, 'data');
  const [baseUrl = '', operatorUrl = ''] = String(said)
    .match(/\d+/g)!
    .map((port) => `http://127.0.0.1:${port}`);
  return { child, baseUrl, operatorUrl };
}

/** Creates orders that are FAILED at once: the shortest way to an event. */
async function endOrders(baseUrl: string, callbackUrl: string, count: number): Promise<string[]> {
  const sandbox = await sandboxIn(data.directory);
  const { methods } = sandbox;
  const client = sandboxClient(baseUrl, sandbox, { repeats: 10 });
  const ids: string[] = [];
  while (ids.length < count) {
    const created = await client.createPayin({
      reference_id: randomUUID(),
      currency: 'EUR',
      amount: 999_999,
      merchant_gate_method_id: methods['card_eur'] ?? '',
      customer: {},
      callback_url: callbackUrl,
    });
    if (!created.ok) throw new Error('No order was made');
    ids.push(created.value.id);
  }
  return ids;
}

describe('a process that dies during a delivery', { tags: ['apart'] }, () => {
  it('leaves an event that is delivered again after a restart, with a log line', async () => {
    const receiver = await startReceiver((response, _, number) => {
      if (number > 1) response.writeHead(200).end();
    });
    const first = await startProcess();
    const [orderId] = await endOrders(first.baseUrl, receiver.url, 1);
    await deliveries(receiver, 1);
    await kill(first.child);

    const second = await startProcess();
    const [before, after] = await deliveries(receiver, 2);
    expect(after!.body).toEqual(before!.body);
    expect(after!.headers.get('webhook-id')).toBe(before!.headers.get('webhook-id'));

    const { operatorUrl } = second;
    const place = { operatorUrl, dataDirectory: data.directory };
    const show = async () => (await operate(place, 'webhooks list', { order: orderId })).body;
    await expect.poll(show).toMatchObject({
      items: [{ state: 'delivered', attempts: [{ error: 'interrupted' }, { status: 200 }] }],
    });
    await receiver.close();
  });

  // The embedded engine allows only one process.
  it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
    "shares each host's limit of two concurrent deliveries with other processes",
    async () => {
      let open = 0;
      let mostAtOnce = 0;
      const receiver = await startReceiver((response) => {
        open += 1;
        mostAtOnce = Math.max(mostAtOnce, open);
        // oxlint-disable-next-line no-restricted-globals -- A receiver that takes some time.
        setTimeout(() => {
          open -= 1;
          response.writeHead(200).end();
        }, 30);
      });
      const [first, second] = [await startProcess(), await startProcess()];
      await Promise.all([
        endOrders(first.baseUrl, receiver.url, 40),
        endOrders(second.baseUrl, receiver.url, 40),
      ]);
      await deliveries(receiver, 80);
      const ids = receiver.received.map((delivery) => JSON.stringify(ordersIn(delivery)));
      expect(new Set(ids).size).toBe(80);
      expect(receiver.received).toHaveLength(80);
      expect(mostAtOnce).toBe(2);
      await receiver.close();
    },
  );
});

describe('an event that a process claimed and did not finish', () => {
  it('is delivered by another process once its lease is over, with a log line', async () => {
    const receiver = await startReceiver();
    const running = await startService({
      webhooks: { attemptTimeoutMs: 10_000, leaseMs: LEASE_MS },
    });
    const { id: order } = await createdPayin(running, {
      amount: 999_999,
      callback_url: receiver.url,
    });
    const show = async () => (await running.operator('webhooks list', { order })).body;
    await expect.poll(show).toMatchObject({ items: [{ state: 'delivered' }] });
    const past = new Date(Date.now() - 60_000);
    await running.db
      .updateTable('webhook_events')
      .set({ state: 'pending', ended_at: null, lease_id: randomUUID() })
      .set({ leased_at: past, next_attempt_at: past })
      .where('group_id', '=', order)
      .execute();
    await expect.poll(show).toMatchObject({
      items: [
        {
          state: 'delivered',
          attempts: [{ status: 204 }, { error: 'interrupted' }, { status: 204 }],
        },
      ],
    });
    const [before, after] = receiver.received;
    expect(after!.body).toEqual(before!.body);
    expect(after!.headers.get('webhook-id')).toBe(before!.headers.get('webhook-id'));
    await running.close();
    await receiver.close();
  });
});

describe('the end of an order', () => {
  it('that is rolled back leaves no event, and one that is committed leaves one', async () => {
    const running = await startService();
    const { context, db } = running;
    const { id } = await createdPayin(running);
    const events = () =>
      db.selectFrom('webhook_events').select('id').where('group_id', '=', id).execute();
    const close = (failure?: Error) =>
      db.transaction().execute(async (trx) => {
        const move = { to: 'CLOSED', cause: 'cancelled', at: context.now() } as const;
        const payin = await lockPayin(trx, id);
        if (payin === undefined) throw new Error('There is no such payin');
        await movePayin(context, trx, payin, move);
        if (failure) throw failure;
      });
    await expect(close(new Error('rolled back'))).rejects.toThrow('rolled back');
    expect(await events()).toHaveLength(0);
    await close();
    expect(await events()).toHaveLength(1);
    await running.close();
  });
});
