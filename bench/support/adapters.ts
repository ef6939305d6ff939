import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OrdersClient } from '#contract/client/client.ts';
import { cardDataBody } from '../../tests/support/orders/orders.ts';
import { ordersApiTerminal, openAccount, payinMethod } from './account.ts';
import { measureProcessors, type ProcessorTime } from './processor-time.ts';
import type { Tollgate } from './servers.ts';

export interface MeasuredAdapter {
  name: (typeof NAMES)[number];
  /** From the request with the card data to its answer, with the order SUCCESS. Measured one after another. */
  medianMs: number;
  /** Processor time per card, of the measured service and its database; undefined if it cannot be measured. */
  processor: ProcessorTime | undefined;
}

const NAMES = ['sandbox', 'noop', 'orders-api'] as const;
const WARM_UP_CARDS = 100;
const CARDS = 300;
/** Background work after the answers counts too. */
const BACKGROUND_MS = 1_000;

/**
 * Measures card data to SUCCESS through each adapter of one service: its sandbox, one that does nothing, and
 * `orders-api` to an upstream's sandbox.
 */
export async function measureAdapters(
  downstream: Tollgate,
  upstream: Tollgate,
): Promise<MeasuredAdapter[]> {
  const { key, methods } = await openAccount(downstream, {
    terminals: [
      { name: 'noop', adapter: 'noop', settings: {}, credentials: {} },
      ordersApiTerminal(upstream),
    ],
    methods: NAMES.map((name) => payinMethod(name, { source: 'CARD', currency: 'EUR' })),
  });
  const client = new OrdersClient({ baseUrl: `http://127.0.0.1:${downstream.port}`, ...key });
  const measured: MeasuredAdapter[] = [];
  for (const name of NAMES) {
    const method = methods[name] ?? '';
    await payAll(client, await orders(client, method, WARM_UP_CARDS));
    const ids = await orders(client, method, CARDS);
    const { result: medianMs, used } = await measureProcessors(
      downstream.pid,
      [downstream.databaseUrl],
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

/** Pays the orders one after another. @returns the median time of a payment, in ms */
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
