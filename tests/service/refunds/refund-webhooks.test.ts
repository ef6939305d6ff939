import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { parseWebhook } from '#contract/schemas/webhook.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { startReceiver, deliveries, type Receiver } from '../../support/network/receiver.ts';
import {
  createdRefund,
  FIRST_INQUIRY_MS,
  paidPayin,
  refundWhen,
} from '../../support/orders/orders.ts';
import { startService } from '../../support/process/service.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const receivers: Receiver[] = [];

const MINUTE_MS = 60_000;
const clock = movedClock();
const running = serviceForTests({ now: clock.now, webhooks: { random: () => 0 } });
afterEach(async () => {
  await configure({ payin_url: null, refund_url: null, payload: 'retrieval' });
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

const configure = (settings: object) =>
  running.operator('webhooks configure', { merchant: running.sandbox.merchant_id, ...settings });

async function receiverThat(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

const eventsOf = async (order: string) => (await running.operator('webhooks list', { order })).body;

describe('the webhook of a refund', () => {
  it('goes to the address for refunds, signed, with the refund as the API returns it', async () => {
    const [orders, refunds] = [await receiverThat(), await receiverThat()];
    await configure({ payin_url: orders.url, refund_url: refunds.url });
    const payin = await paidPayin(running, { amount: 100 });
    const refund = await createdRefund(running, payin.id, { amount: 40, comment: 'one shoe' });
    const [delivery] = await deliveries(refunds, 1);
    expect(JSON.parse(delivery!.body.toString())).toEqual([{ type: 'refund', ...refund }]);
    expect(parseWebhook(delivery!.body)).toMatchObject({
      ok: true,
      type: 'refund',
      refunds: [{ id: refund.id, status: 'SUCCESS' }],
    });
    const receiver = {
      secrets: [running.sandbox.webhook_secret],
      nowMs: running.context.now().getTime(),
    };
    expect(verifyWebhook(delivery!.body, delivery!.headers, receiver).ok).toBe(true);
    // After the payin's own webhook, the next one is another payin's.
    const next = await paidPayin(running);
    const received = await deliveries(orders, 2);
    const ids = received.map(
      ({ body }) => (JSON.parse(body.toString()) as { id: string }[])[0]?.id,
    );
    expect(ids).toEqual([payin.id, next.id]);
    expect(refunds.received).toHaveLength(1);
  });

  it('has the same shape for a merchant with the extended payload', async () => {
    const refunds = await receiverThat();
    await configure({ refund_url: refunds.url, payload: 'extended' });
    const { id } = await paidPayin(running, { amount: 100 });
    const refund = await createdRefund(running, id, { amount: 40 });
    const [delivery] = await deliveries(refunds, 1);
    expect(JSON.parse(delivery!.body.toString())).toEqual([{ type: 'refund', ...refund }]);
  });

  it.each([
    [
      'refused at once, for it rounds to zero',
      { method: 'card_kzt', currency: 'KZT', amount: 1_000 },
      { amount: 1 },
      'AMOUNT_UNDER_LIMIT',
    ],
    ['refused by the acquirer', { amount: 100 }, { amount: 40.21 }, 'ORDER_CANNOT_BE_PROCESSED'],
  ] as const)('is sent for one that is %s', async (_which, payin, overrides, code) => {
    const refunds = await receiverThat();
    await configure({ refund_url: refunds.url });
    const { id } = await paidPayin(running, payin);
    await createdRefund(running, id, overrides);
    const [delivery] = await deliveries(refunds, 1);
    expect(JSON.parse(delivery!.body.toString())).toMatchObject([
      { type: 'refund', status: 'FAILED', resolution_code: code },
    ]);
  });

  it('is not sent before the refund has ended', async () => {
    const refunds = await receiverThat();
    await configure({ refund_url: refunds.url });
    const { id } = await paidPayin(running, { amount: 200 });
    const pending = await createdRefund(running, id, { amount: 10.22 });
    expect(pending.status).toBe('PROCESS_PENDING');
    const sent = valueIn(await running.client.listWebhooks({ order_id: pending.id }));
    expect(sent.content).toEqual([]);
    clock.advance(FIRST_INQUIRY_MS);
    await refundWhen(running, pending.id, 'SUCCESS');
    const [delivery] = await deliveries(refunds, 1);
    expect(JSON.parse(delivery!.body.toString())).toMatchObject([
      { id: pending.id, status: 'SUCCESS' },
    ]);
  });

  it('has no destination without an address, and goes to a new address when resent', async () => {
    const { id } = await paidPayin(running);
    const refund = await createdRefund(running, id, { amount: 10 });
    const listed = valueIn(await running.client.listWebhooks({ order_id: refund.id }));
    expect(listed.content).toMatchObject([
      { type: 'refund', state: 'no_destination', order_ids: [id], attempts: 0 },
    ]);
    const refunds = await receiverThat();
    await configure({ refund_url: refunds.url });
    const event = listed.content[0]!.id;
    expect(valueIn(await running.client.resendWebhook(event))).toEqual({ webhooks: 1 });
    const [delivery] = await deliveries(refunds, 1);
    expect(JSON.parse(delivery!.body.toString())).toEqual([{ type: 'refund', ...refund }]);
  });

  it('is repeated until confirmed, and listed with those of its payin', async () => {
    const refunds = await receiverThat((response, _request, number) => {
      response.writeHead(number === 1 ? 503 : 204).end();
    });
    await configure({ refund_url: refunds.url });
    const { id } = await paidPayin(running);
    await createdRefund(running, id, { amount: 10 });
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject({ items: [{}, { state: 'pending', attempts: [{ status: 503 }] }] });
    clock.advance(MINUTE_MS);
    const [first, second] = await deliveries(refunds, 2);
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('webhook-id')).toBe(first!.headers.get('webhook-id'));
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject({
        items: [
          { state: 'no_destination' },
          { state: 'delivered', orders: [id], attempts: [{ status: 503 }, { status: 204 }] },
        ],
      });
    const { body } = await running.operator('webhooks events', { order: id });
    expect(body).toMatchObject({ items: [{ direction: 'refund' }, { direction: 'payin' }] });
  });
});

describe('the address of refunds', () => {
  it.each(['ftp://shop.example/', 'shop.example', ''])('cannot be %s', async (url) => {
    expect((await configure({ refund_url: url })).status).toBe(400);
  });

  it('cannot be private if private addresses are not allowed', async () => {
    const strict = await startService({
      env: { WEBHOOK_ALLOW_PRIVATE: 'false' },
    });
    const merchant = strict.sandbox.merchant_id;
    const answer = await strict.operator('webhooks configure', {
      merchant,
      refund_url: 'http://192.168.0.1/',
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('private address');
    const name = randomUUID();
    const file = { merchants: [{ name, refund_webhook_url: 'http://10.0.0.1/' }] };
    const applied = await strict.operator('apply', { deployment: file });
    expect(JSON.stringify(applied.body)).toContain('refund_webhook_url');
    await strict.close();
  });
});
