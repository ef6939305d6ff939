import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isFinal } from '../../src/domain/order/status.ts';
import type { OrdersClient } from '../../src/contract/client/client.ts';
import { ordersIn, type Receiver } from '../../tests/support/network/receiver.ts';
import type { Acknowledged, KnownOrder } from './acknowledged.ts';

export interface OrderCheck {
  /** Differences from what shops were told, one per line. */
  differences: string[];
  /** The number of orders that ended, and of those that no webhook reported. */
  ended: number;
  withoutWebhook: number;
}

const POLL_MS = 500;

/** Compares until there is no difference, or the time is up: an order may need another status inquiry to end. */
export async function checkOrders(
  client: OrdersClient,
  { acknowledged, receiver, patienceMs }: CheckOptions,
): Promise<OrderCheck> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const orders = await allOrders(client);
    const ended = orders.filter(({ status }) => isFinal(status));
    const reported = ordersInWebhooks(receiver);
    const withoutWebhook = ended.filter(({ id }) => !reported.has(id)).length;
    const differences = acknowledged.compare(orders);
    const isRight = withoutWebhook === 0 && differences.length === 0;
    if (isRight || performance.now() > deadlineMs) {
      return { differences, withoutWebhook, ended: ended.length };
    }
    await sleep(POLL_MS);
  }
}

interface CheckOptions {
  acknowledged: Acknowledged;
  receiver: Receiver;
  patienceMs: number;
}

async function allOrders(client: OrdersClient): Promise<KnownOrder[]> {
  const orders: KnownOrder[] = [];
  for await (const order of client.eachPayin()) orders.push(order);
  for await (const order of client.eachPayout()) orders.push(order);
  return orders;
}

const webhookOrders = z.array(z.object({ id: z.string() }));

function ordersInWebhooks(receiver: Receiver): Set<string> {
  const orders = receiver.received.flatMap((delivery) => webhookOrders.parse(ordersIn(delivery)));
  return new Set(orders.map(({ id }) => id));
}
