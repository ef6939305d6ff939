import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  cardDataBody,
  CARD_DATA_PATH,
  createPayin,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import { targetAt } from '../../../packages/tollgate/conformance/target.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { listen } from '../../support/network/listen.ts';
import { operate } from '../../support/process/operate.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { sandboxIn } from '../../support/process/sandbox.ts';

let data: ServiceData;
beforeAll(async () => {
  data = await newServiceData();
});
afterAll(() => data.remove());

function start(): Promise<ServerProcess> {
  return startedServer({
    DATA_DIR: data.directory,
    ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
  });
}

const payment = z.object({
  reference: z.string(),
  amount: z.object({ currency: z.string(), value: z.int() }),
});

/** Starts an acquirer that approves each payment only when the test says so. */
async function startSlowAcquirer() {
  const asked = Promise.withResolvers<undefined>();
  const may = Promise.withResolvers<undefined>();
  const server = createServer((incoming, response) => {
    void json(incoming).then(async (body) => {
      const { reference: merchantReference, amount } = payment.parse(body);
      asked.resolve(undefined);
      await may.promise;
      response.writeHead(200, { 'content-type': 'application/json' });
      const members = { resultCode: 'Authorised', pspReference: 'PX', merchantReference, amount };
      response.end(JSON.stringify(members));
    });
  });
  const listening = await listen(server);
  return {
    ...listening,
    asked: asked.promise,
    approve: () => {
      may.resolve(undefined);
    },
  };
}

const MERCHANT = 'Paper & Pen';

const applied = z.object({
  merchants: z.object({
    [MERCHANT]: z.object({
      gates: z.object({ slow: z.object({ methods: z.object({ card: z.uuid() }) }) }),
    }),
  }),
});

/** Adds a method whose only route leads to the acquirer. */
async function methodAt(server: ServerProcess, acquirerUrl: string): Promise<string> {
  const settings = { merchant_account: 'ShopTEST', environment: 'TEST', api_url: acquirerUrl };
  const credentials = { api_key: 'key', hmac_key: 'ab'.repeat(32) };
  const method = {
    name: 'card',
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_min: '1.00',
    amount_max: '1000.00',
    waiting_seconds: 1_800,
    routes: [{ terminal: 'slow', priority: 1 }],
  };
  const deployment = {
    terminals: [{ name: 'slow', adapter: 'adyen', settings, credentials }],
    merchants: [
      { name: MERCHANT, gates: [{ name: 'slow', accounts: ['EUR'], methods: [method] }] },
    ],
  };
  const { operatorUrl } = server;
  const at = { operatorUrl, dataDirectory: data.directory };
  const { body } = await operate(at, 'apply', { deployment });
  return applied.parse(body).merchants[MERCHANT].gates.slow.methods.card;
}

describe('a stop', () => {
  it('lets a card that is at its acquirer end first, and its client gets the answer', async () => {
    const acquirer = await startSlowAcquirer();
    const server = await start();
    const target = targetAt(server.baseUrl, await sandboxIn(data.directory));
    const methodId = await methodAt(server, acquirer.baseUrl);
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    const body = cardDataBody(id, { card_number: '4242424242424242' });
    const paid = send(target, { path: CARD_DATA_PATH, body });
    await acquirer.asked;
    const exit = server.stop('SIGTERM');
    // The listener is closed: the process is stopping, and only waits for this payment.
    await expect.poll(() => isListening(server)).toBe(false);
    acquirer.approve();
    expect(await paid).toMatchObject({ status: 200 });
    expect(await exit).toBe(0);
    const next = await start();
    expect(
      await readPayin(targetAt(next.baseUrl, await sandboxIn(data.directory)), id),
    ).toMatchObject({ status: 'SUCCESS' });
    await next.stop('SIGTERM');
    await acquirer.close();
  });
});

async function isListening(server: ServerProcess): Promise<boolean> {
  return fetch(`${server.baseUrl}/api/health/live`).then(
    () => true,
    () => false,
  );
}
