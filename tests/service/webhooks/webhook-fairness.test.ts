// @module-tag apart
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { destinationMac } from '#service/webhooks/destination.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DEAD_HOSTS = 20;
const BACKLOG = 1_000;
const HEALTHY_EVENTS = 120;

const running = serviceForTests();

/** Creates an order that is FAILED at once: the shortest way to an event. */
async function endedOrder(callbackUrl: string): Promise<void> {
  const body = payinBody(running, { amount: 999_999, callback_url: callbackUrl });
  const created = await running.client.createPayin(body);
  expect(created).toMatchObject({ ok: true, value: { status: 'FAILED' } });
}

/** Adds copies of each existing event, as if other orders of the same shop had ended. */
async function multiplyEvents(times: number): Promise<void> {
  const { db, context } = running;
  const events = await db.selectFrom('webhook_events').selectAll().execute();
  for (const { destination_host: _, ...event } of events) {
    const pending = { state: 'pending', tries: 0, lease_id: null, leased_at: null } as const;
    const more = Array.from({ length: times }, () => {
      const groupId = randomUUID();
      const url = event.destination_url ?? '';
      return {
        ...event,
        ...pending,
        id: randomUUID(),
        group_id: groupId,
        destination_mac: destinationMac(context.keyring, { groupId, url }),
        next_attempt_at: event.created_at,
        ended_at: null,
      };
    });
    await db.insertInto('webhook_events').values(more).execute();
  }
}

interface Hanging extends Receiver {
  mostAtOnce: number;
}

/** Starts a receiver that answers nothing before `end`. */
async function startHanging(end: Promise<unknown>): Promise<Hanging> {
  let open = 0;
  const receiver = await startReceiver(async (response) => {
    open += 1;
    hanging.mostAtOnce = Math.max(hanging.mostAtOnce, open);
    response.on('close', () => (open -= 1));
    await end;
    response.writeHead(500).end();
  });
  const hanging: Hanging = { ...receiver, mostAtOnce: 0 };
  return hanging;
}

describe('twenty dead destinations with a thousand events between them', () => {
  it('delay no event for a healthy one, and get two attempts at a time', async () => {
    const end = Promise.withResolvers<undefined>();
    const dead = await Promise.all(
      Array.from({ length: DEAD_HOSTS }, () => startHanging(end.promise)),
    );
    const healthy = await startReceiver();
    for (const { url } of dead) await endedOrder(url);
    await multiplyEvents(BACKLOG / DEAD_HOSTS - 1);

    // An event waiting behind a dead destination would wait until `end`.
    for (let sent = 1; sent <= HEALTHY_EVENTS; sent += 1) {
      await endedOrder(healthy.url);
      await deliveries(healthy, sent);
    }
    end.resolve(undefined);
    await Promise.all(dead.map((receiver) => deliveries(receiver, 10)));
    expect(dead.map(({ mostAtOnce }) => mostAtOnce)).toEqual(dead.map(() => 2));
    await Promise.all([...dead, healthy].map((receiver) => receiver.close()));
  });
});
