import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyWebhook, signWebhook } from '#contract/signature/webhook.ts';
import { parseWebhook } from '#contract/schemas/webhook.ts';
import { deliveries, ordersIn } from '../../support/network/receiver.ts';
import { operatedWebhooks } from './operated-webhooks.ts';
import { eventOf, eventWhen } from './shown-events.ts';

const { clock, configure, service, receiverThat, endedOrder } = operatedWebhooks();

describe('the destination of a webhook', () => {
  it("is the order's own, else the merchant's", async () => {
    const [own, merchants] = [await receiverThat(), await receiverThat()];
    await configure({ payin_url: merchants.url });
    const first = await endedOrder({ callback_url: own.url });
    const second = await endedOrder();
    await Promise.all([deliveries(own, 1), deliveries(merchants, 1)]);
    expect(own.received.map(ordersIn)).toMatchObject([[{ id: first.id }]]);
    expect(merchants.received.map(ordersIn)).toMatchObject([[{ id: second.id }]]);
  });

  it('is recorded as none if neither is set', async () => {
    const { id } = await endedOrder();
    expect(await eventOf(service(), id)).toMatchObject({
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
  it("has the samples' shape, and the parser reads it like the other payload", async () => {
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

describe("a merchant's webhook secret", () => {
  const rotated = z.object({ webhook_secret: z.string() });

  it('is rotated with an overlap: both secrets sign, and X-Signature switches at the chosen time', async () => {
    const receiver = await receiverThat();
    const merchant = service().sandbox.merchant_id;
    const old = service().sandbox.webhook_secret;
    const switchAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const rotation = { merchant, overlap_hours: 2, switch_at: switchAt };
    const { body } = await service().operator('webhooks rotate-secret', rotation);
    const { webhook_secret: secret } = rotated.parse(body);

    const received = async (count: number) => {
      const { id } = await endedOrder({ callback_url: receiver.url });
      // A delivery that is not recorded yet would be repeated when the clock is moved.
      await eventWhen(service(), id, ({ state }) => state === 'delivered');
      const all = await deliveries(receiver, count);
      return all[count - 1]!;
    };
    const isTakenBy = (by: string, { body: raw, headers }: Awaited<ReturnType<typeof received>>) =>
      verifyWebhook(raw, headers, { secrets: [by], nowMs: clock.now().getTime() }).ok;

    const before = await received(1);
    const plain = Object.fromEntries(before.headers);
    expect(before.headers.get('x-signature')).toBe(signWebhook(old, before.body));
    expect(() => new Webhook(old).verify(before.body.toString('utf8'), plain)).not.toThrow();
    expect(() => new Webhook(secret).verify(before.body.toString('utf8'), plain)).not.toThrow();
    expect((await service().operator('webhooks rotate-secret', rotation)).status).toBe(409);

    clock.advance(3_600_000);
    const between = await received(2);
    expect(between.headers.get('x-signature')).toBe(signWebhook(secret, between.body));
    expect([isTakenBy(old, between), isTakenBy(secret, between)]).toEqual([true, true]);

    clock.advance(3_600_000);
    const after = await received(3);
    expect(after.headers.get('x-signature')).toBe(signWebhook(secret, after.body));
    expect([isTakenBy(old, after), isTakenBy(secret, after)]).toEqual([false, true]);
  });
});
