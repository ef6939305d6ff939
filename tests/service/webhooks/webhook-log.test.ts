import { describe, expect, it } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { deliveries, ordersIn } from '../../support/network/receiver.ts';
import { operatedWebhooks } from './operated-webhooks.ts';
import { eventWhen } from './shown-events.ts';

const { clock, configure, service, receiverThat, endedOrder } = operatedWebhooks();

describe('the log of an event', () => {
  it('shows every attempt: time, duration, status or error, and start of the answer', async () => {
    const receiver = await receiverThat((response, _, number) => {
      if (number === 1) response.writeHead(500).end('try later');
      else response.writeHead(200).end('thanks');
    });
    const { id } = await endedOrder({ callback_url: receiver.url });
    await eventWhen(service(), id, ({ attempts }) => attempts.length === 1);
    clock.advance(5_000);
    const event = await eventWhen(service(), id, ({ state }) => state === 'delivered');
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

  it('shows the class of the error if there was no answer', async () => {
    const receiver = await receiverThat((response) => {
      response.destroy();
    });
    const { id } = await endedOrder({ callback_url: receiver.url });
    const event = await eventWhen(service(), id, ({ attempts }) => attempts.length > 0);
    expect(event).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, error: 'connection_closed', answer_head: null }],
    });
  });

  it('is empty for an order that has not ended', async () => {
    const created = await service().client.createPayin(payinBody(service()));
    const id = created.ok ? created.value.id : '';
    expect(await service().operator('webhooks list', { order: id })).toMatchObject({
      body: { items: [] },
    });
  });
});

describe('an event', () => {
  it("that failed is resent with all later ones, to the merchant's new address", async () => {
    const since = clock.now().toISOString();
    const gone = await receiverThat((response) => {
      response.writeHead(410).end();
    });
    await configure({ payin_url: gone.url });
    const refused = await endedOrder();
    await eventWhen(service(), refused.id, ({ state }) => state === 'failed');
    await configure({ payin_url: null });
    const homeless = await endedOrder();

    const found = await receiverThat();
    await configure({ payin_url: found.url });
    const merchant = service().sandbox.merchant_id;
    const answer = await service().operator('webhooks resend-failed', { since, merchant });
    expect(answer).toMatchObject({ body: { events: 2 } });
    await deliveries(found, 2);
    const ids = found.received.map((delivery) => JSON.stringify(ordersIn(delivery))).join();
    expect(ids).toContain(refused.id);
    expect(ids).toContain(homeless.id);
  });
});
