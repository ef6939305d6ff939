import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { signWebhook } from '#contract/signature/signature.ts';
import { parseWebhook } from '#contract/schemas/webhook.ts';
import { payinBody } from '../../support/orders/orders.ts';
import {
  deliveries,
  ordersIn,
  startReceiver,
  type Receiver,
} from '../../support/network/receiver.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
/** Ahead of the machine's clock by so much. */
let aheadMs = 0;
const receivers: Receiver[] = [];

beforeAll(async () => {
  running = await startService({
    now: () => new Date(Date.now() + aheadMs),
    webhooks: { random: () => 0 },
  });
});
afterAll(() => running.close());
afterEach(async () => {
  await configure({ payin_url: 'none', payload: 'retrieval' });
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiverThat(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

function configure(settings: object) {
  return running.operator('webhooks configure', {
    merchant: running.sandbox.merchant_id,
    ...settings,
  });
}

/** An order that is created FAILED: the shortest way to an event. */
async function endedOrder(overrides: object = {}) {
  const body = payinBody(running, { amount: 999_999, ...overrides });
  const created = await running.client.createPayin(body);
  if (!created.ok) throw new Error('No order was made');
  return created.value;
}

const shown = z.array(
  z.object({
    event: z.string(),
    webhook_id: z.string(),
    state: z.string(),
    orders: z.array(z.string()),
    destination: z.string().nullable(),
    destination_source: z.string(),
    body: z.string(),
    attempts: z.array(
      z.object({
        at: z.string(),
        duration_ms: z.number(),
        status: z.number().nullable(),
        error: z.string().nullable(),
        answer_head: z.string().nullable(),
      }),
    ),
  }),
);

async function eventOf(order: string) {
  const [event] = shown.parse((await running.operator('webhooks list', { order })).body);
  return event!;
}

/** The event once it is as expected, or the time is up. */
async function eventWhen(
  order: string,
  isAsExpected: (event: Awaited<ReturnType<typeof eventOf>>) => boolean,
) {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const event = await eventOf(order);
    if (isAsExpected(event) || performance.now() > deadlineMs) return event;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the destination of a webhook', () => {
  it("is the order's own before the merchant's", async () => {
    const [own, merchants] = [await receiverThat(), await receiverThat()];
    await configure({ payin_url: merchants.url });
    const first = await endedOrder({ callback_url: own.url });
    const second = await endedOrder();
    await Promise.all([deliveries(own, 1), deliveries(merchants, 1)]);
    expect(own.received.map(ordersIn)).toMatchObject([[{ id: first.id }]]);
    expect(merchants.received.map(ordersIn)).toMatchObject([[{ id: second.id }]]);
  });

  it('is none where nobody gave one, and that is recorded', async () => {
    const { id } = await endedOrder();
    expect(await eventOf(id)).toMatchObject({
      state: 'no_destination',
      destination: null,
      destination_source: 'none',
      attempts: [],
    });
  });

  it.each(['ftp://shop.example/', 'shop.example', ''])('cannot be %s', async (url) => {
    expect((await configure({ payin_url: url })).status).toBe(400);
  });
});

describe('the extended payload', () => {
  it('has the shape of the samples, and the parser reads it like the other', async () => {
    const receiver = await receiverThat();
    await configure({ payload: 'extended' });
    const order = await endedOrder({
      callback_url: receiver.url,
      payment_method_data: { payment_url: 'https://shop.example/pay' },
    });
    const [delivery] = await deliveries(receiver, 1);
    const iso: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(ordersIn(delivery!)).toMatchObject([
      {
        id: order.id,
        company_id: order.merchant_id,
        gate_id: expect.any(String) as unknown,
        payment_method_id: order.merchant_gate_method_id,
        payment_method_data: { payment_url: 'https://shop.example/pay' },
        create_date: iso,
        update_date: iso,
      },
    ]);
    expect(parseWebhook(delivery!.body)).toMatchObject({
      ok: true,
      type: 'payin',
      orders: [{ id: order.id, status: 'FAILED', create_date: order.create_date }],
    });
  });
});

describe('the log of an event', () => {
  it('has every attempt: when, how long, its status or error, the head of its answer', async () => {
    const receiver = await receiverThat((response, _, number) => {
      if (number === 1) response.writeHead(500).end('try later');
      else response.writeHead(200).end('thanks');
    });
    const { id } = await endedOrder({ callback_url: receiver.url });
    const event = await eventWhen(id, ({ state }) => state === 'delivered');
    expect(event).toMatchObject({
      state: 'delivered',
      orders: [id],
      destination: receiver.url,
      destination_source: 'order',
      webhook_id: `evt_${event.event}`,
      attempts: [
        { status: 500, error: null, answer_head: 'try later' },
        { status: 200, error: null, answer_head: 'thanks' },
      ],
    });
    expect(receiver.received.map(({ body }) => body.toString('utf8'))).toEqual([
      event.body,
      event.body,
    ]);
  });

  it('has the class of what went wrong where there was no answer', async () => {
    const receiver = await receiverThat((response) => {
      setTimeout(() => response.destroy(), 500);
    });
    const { id } = await endedOrder({ callback_url: receiver.url });
    const event = await eventWhen(id, ({ attempts }) => attempts.length > 0);
    expect(event).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, error: 'connection_closed', answer_head: null }],
    });
    expect(event.attempts[0]!.duration_ms).toBeGreaterThanOrEqual(490);
  });

  it('is empty for an order that has not ended', async () => {
    const created = await running.client.createPayin(payinBody(running));
    const id = created.ok ? created.value.id : '';
    expect(await running.operator('webhooks list', { order: id })).toMatchObject({
      body: [],
    });
  });
});

describe('an event', () => {
  it('is sent again, the same bytes under the same id, after it was delivered', async () => {
    const receiver = await receiverThat();
    const { id } = await endedOrder({ callback_url: receiver.url });
    const { event } = await eventWhen(id, ({ state }) => state === 'delivered');
    const answer = await running.operator('webhooks resend', { event });
    expect(answer).toMatchObject({ status: 200, body: { events: 1 } });
    const [first, second] = await deliveries(receiver, 2);
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('webhook-id')).toBe(first!.headers.get('webhook-id'));
    expect((await eventWhen(id, ({ attempts }) => attempts.length > 1)).state).toBe('delivered');
  });

  it('that nobody knows is not found', async () => {
    const event = '00000000-0000-4000-8000-000000000000';
    expect((await running.operator('webhooks resend', { event })).status).toBe(404);
  });

  it('that failed is sent again with all others since then, to where the merchant is now', async () => {
    const since = new Date(Date.now() + aheadMs).toISOString();
    const gone = await receiverThat((response) => {
      response.writeHead(410).end();
    });
    await configure({ payin_url: gone.url });
    const refused = await endedOrder();
    await eventWhen(refused.id, ({ state }) => state === 'failed');
    await configure({ payin_url: 'none' });
    const homeless = await endedOrder();

    const found = await receiverThat();
    await configure({ payin_url: found.url });
    const merchant = running.sandbox.merchant_id;
    const answer = await running.operator('webhooks resend-failed', { since, merchant });
    expect(answer).toMatchObject({ body: { events: 2 } });
    await deliveries(found, 2);
    const ids = found.received.map((delivery) => JSON.stringify(ordersIn(delivery))).join();
    expect(ids).toContain(refused.id);
    expect(ids).toContain(homeless.id);
  });
});

describe("a merchant's webhook secret", () => {
  const rotated = z.object({ webhook_secret: z.string() });

  it('changes with an overlap: both sign, and X-Signature switches at the moment that was chosen', async () => {
    const receiver = await receiverThat();
    const merchant = running.sandbox.merchant_id;
    const old = running.sandbox.webhook_secret;
    const switchAt = new Date(Date.now() + aheadMs + 3_600_000).toISOString();
    const rotation = { merchant, overlap_hours: 2, switch_at: switchAt };
    const { body } = await running.operator('webhooks rotate-secret', rotation);
    const { webhook_secret: secret } = rotated.parse(body);

    const received = async (count: number) => {
      await endedOrder({ callback_url: receiver.url });
      const all = await deliveries(receiver, count);
      return all[count - 1]!;
    };
    const isTakenBy = (by: string, { body: raw, headers }: Awaited<ReturnType<typeof received>>) =>
      verifyWebhook(raw, headers, { secrets: [by], nowMs: Date.now() + aheadMs }).ok;

    const before = await received(1);
    const plain = Object.fromEntries(before.headers);
    expect(before.headers.get('x-signature')).toBe(signWebhook(old, before.body));
    expect(() => new Webhook(old).verify(before.body.toString('utf8'), plain)).not.toThrow();
    expect(() => new Webhook(secret).verify(before.body.toString('utf8'), plain)).not.toThrow();
    expect((await running.operator('webhooks rotate-secret', rotation)).status).toBe(409);

    aheadMs += 3_600_000;
    const between = await received(2);
    expect(between.headers.get('x-signature')).toBe(signWebhook(secret, between.body));
    expect([isTakenBy(old, between), isTakenBy(secret, between)]).toEqual([true, true]);

    aheadMs += 3_600_000;
    const after = await received(3);
    expect(after.headers.get('x-signature')).toBe(signWebhook(secret, after.body));
    expect([isTakenBy(old, after), isTakenBy(secret, after)]).toEqual([false, true]);
  });
});
