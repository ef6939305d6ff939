import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OrdersClient } from '#contract/client/client.ts';
import { cardDataBody } from '../../tests/support/orders/orders.ts';
import { operate } from '../../tests/support/process/operate.ts';
import { measureProcessors, type ProcessorTime } from './processor-time.ts';
import type { Tollgate } from './servers.ts';

export interface MeasuredAdapter {
  name: 'sandbox' | 'noop' | 'orders-api';
  /** From the card data sent to its answer, with the order SUCCESS, one after the other. */
  medianMs: number;
  /** Used a card by the service that was asked, and by its database; undefined where nobody counts it. */
  processor: ProcessorTime | undefined;
}

const WARM_UP_CARDS = 100;
const CARDS = 300;
/** What goes on behind the answers belongs to the cards too. */
const BACKGROUND_MS = 1_000;

const applied = z.object({
  merchants: z.record(
    z.string(),
    z.object({
      gates: z.record(z.string(), z.object({ methods: z.record(z.string(), z.string()) })),
    }),
  ),
});
const issued = z.object({ api_key_id: z.string(), api_secret: z.string() });

/**
 * Card data to SUCCESS through each adapter of one service: its sandbox, one that does nothing, and
 * `orders-api` to the sandbox of an upstream.
 */
export async function measureAdapters(
  gateway: Tollgate,
  upstream: Tollgate,
): Promise<MeasuredAdapter[]> {
  const { client, methods } = await openAccount(gateway, upstream);
  const measured: MeasuredAdapter[] = [];
  for (const name of ['sandbox', 'noop', 'orders-api'] as const) {
    const method = methods[name] ?? '';
    await payAll(client, await orders(client, method, WARM_UP_CARDS));
    const ids = await orders(client, method, CARDS);
    const { result: medianMs, used } = await measureProcessors(
      gateway.pid,
      [gateway.databaseUrl],
      async () => {
        const median = await payAll(client, ids);
        await sleep(BACKGROUND_MS);
        return median;
      },
    );
    const processor = used && {
      serverUs: used.serverUs / CARDS,
      databaseUs: used.databaseUs / CARDS,
    };
    measured.push({ name, medianMs, processor });
  }
  return measured;
}

async function orders(client: OrdersClient, method: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const made = await client.createPayin({
      reference_id: randomUUID(),
      currency: 'EUR',
      amount: 12.5,
      customer: {},
      merchant_gate_method_id: method,
    });
    if (!made.ok) throw new Error('An order was not made', { cause: made });
    ids.push(made.value.id);
  }
  return ids;
}

/** @returns the median of the times that each took */
async function payAll(client: OrdersClient, ids: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const id of ids) {
    const startedMs = performance.now();
    const paid = await client.submitCardData(cardDataBody(id));
    times.push(performance.now() - startedMs);
    if (!paid.ok) throw new Error('An order was not paid', { cause: paid });
  }
  const last = await client.getPayin(ids.at(-1) ?? '');
  if (!last.ok || last.value.status !== 'SUCCESS') throw new Error('An order was not paid at once');
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const MERCHANT = 'Bench';

async function openAccount(gateway: Tollgate, upstream: Tollgate) {
  const url = `http://127.0.0.1:${gateway.port}`;
  const { sandbox } = upstream;
  const terminals = [
    { name: 'noop', adapter: 'noop', settings: {}, credentials: {} },
    {
      name: 'orders-api',
      adapter: 'orders-api',
      settings: {
        base_url: `http://127.0.0.1:${upstream.port}`,
        methods: { EUR: sandbox.methods['card_eur'] },
      },
      credentials: {
        api_key_id: sandbox.api_key_id,
        api_secret: sandbox.api_secret,
        webhook_secret: sandbox.webhook_secret,
      },
    },
  ];
  const methods = ['sandbox', 'noop', 'orders-api'].map((terminal) => ({
    name: terminal,
    direction: 'payin',
    payment_source: 'CARD',
    currency: 'EUR',
    amount_min: '1.00',
    amount_max: '5000.00',
    waiting_seconds: 3_600,
    fee_percent: '1.5',
    routes: [{ terminal, priority: 1 }],
  }));
  const deployment = {
    terminals,
    merchants: [{ name: MERCHANT, gates: [{ name: 'main', accounts: ['EUR'], methods }] }],
  };
  const target = {
    operatorUrl: `http://127.0.0.1:${gateway.port + 1}`,
    dataDirectory: gateway.dataDirectory,
  };
  const done = applied.parse((await operate(target, 'apply', { deployment })).body);
  const key = issued.parse(
    (await operate(target, 'keys issue', { merchant: MERCHANT, kind: 'test' })).body,
  );
  const client = new OrdersClient({
    baseUrl: url,
    apiKeyId: key.api_key_id,
    apiSecret: key.api_secret,
  });
  return { client, methods: done.merchants[MERCHANT]?.gates['main']?.methods ?? {} };
}
