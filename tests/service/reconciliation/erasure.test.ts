/** Customer data is erased after its retention period or on request; orders, money and webhooks stay. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseDue } from '#service/orders/erasure.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import {
  cardDataBody,
  createdPayin,
  payinBody,
  payinWhen,
  createdPayout,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

const DAYS = 30;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ada = {
  email: 'ada.quillon@customers.example',
  first_name: 'Adaquill',
  phone: '+4915550001234',
  address: { country: 'GB', city: 'Quillbath' },
};
const bob = { email: 'bob.tazzek@customers.example', first_name: 'Bobtazzek' };
const carol = { email: 'carol.vander@customers.example', first_name: 'Carolvander' };

let running: RunningService;
let receiver: Receiver;
let takes = true;
const clock = movedClock();

beforeAll(async () => {
  receiver = await startReceiver((response) => {
    response.writeHead(takes ? 204 : 500).end();
  });
  running = await startService({
    env: { RETAIN_CUSTOMER_DAYS: String(DAYS) },
    now: clock.now,
    webhooks: { random: () => 0 },
  });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

async function rowsSaying(customer: object) {
  const texts = Object.values(customer).filter((value) => typeof value === 'string');
  return tracesIn(Buffer.from(await dumpRows(running.db)), tracesOf(texts));
}

async function erasureOf(table: 'payins' | 'payouts', id: string) {
  const rows = running.db.selectFrom(table).select('erasure').where('id', '=', id);
  return (await rows.executeTakeFirstOrThrow()).erasure;
}

function eventOf(groupId: string) {
  return running.db
    .selectFrom('webhook_events')
    .select(['id', 'state', 'body', 'erasure'])
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
}

function about(customer: object, name: string) {
  return {
    customer,
    payment_method_data: { payment_url: `https://shop.example/${name}` },
  };
}

async function paid(order: object) {
  const body = payinBody(running, order);
  const { id } = await createdPayin(running, body);
  await running.client.submitCardData(cardDataBody(id));
  await payinWhen(running, id, 'SUCCESS');
  return { id, body };
}

function configure(payin_url: string | null) {
  return running.operator('webhooks configure', {
    merchant: running.sandbox.merchant_id,
    payin_url,
    payout_url: null,
    refund_url: null,
    dispute_url: null,
  });
}

describe('customers of orders that ended', () => {
  it('are kept for the retention period, and erased after it', async () => {
    await configure(null);
    const { id, body } = await paid({ ...about(ada, 'adaquill'), description: 'For Adaquill' });
    await running.operator('payins comment', { order: id, text: 'She called.' });
    const payout = await createdPayout(running, { customer: ada, comment: 'To Adaquill' });
    const open = await createdPayin(running, { customer: bob });

    clock.advance(DAYS * DAY_MS - MINUTE_MS);
    expect(await eraseDue(running.context)).toBe(0);
    expect(await rowsSaying(ada)).not.toEqual([]);
    const before = await running.client.getPayin(id);

    clock.advance(2 * MINUTE_MS);
    await expect.poll(() => erasureOf('payins', id)).toBe('done');
    await expect.poll(() => erasureOf('payouts', payout.id)).toBe('done');
    expect(await rowsSaying(ada)).toEqual([]);
    expect(await eventOf(id)).toMatchObject({ state: 'no_destination', body: '' });
    expect(await erasureOf('payins', open.id)).toBeNull();

    const after = await running.client.getPayin(id);
    const { payment_method_data: _data, ...rest } = orderIn(before);
    expect(orderIn(after)).toEqual({ ...rest, customer: {} });

    const repeated = await running.client.createPayin(body);
    expect(orderIn(repeated)).toMatchObject({ id, status: 'SUCCESS' });
    const other = { ...body, customer: bob, description: 'For Bob' };
    expect(await running.client.createPayin(other)).toMatchObject({
      ok: false,
      status: 409,
      problem: { differing_fields: ['customer', 'description'] },
    });
  });

  it('are erased from a webhook once it is delivered, and not before', async () => {
    takes = false;
    await configure(receiver.url);
    const { id } = await paid(about(carol, 'c'));
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await running.operator('customers erase', { email: carol.email });
    expect(await eventOf(id)).toMatchObject({ state: 'pending', erasure: 'requested' });
    const made = receiver.received.length;
    takes = true;
    clock.advance(MINUTE_MS);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(made);
    const delivered = receiver.received.at(-1)?.body.toString('utf8');
    expect(delivered).toContain(carol.email);
    await expect.poll(() => eventOf(id)).toMatchObject({ state: 'delivered', erasure: 'done' });
    expect(await rowsSaying(carol)).toEqual([]);
    const { id: event } = await eventOf(id);
    expect(await running.operator('webhooks resend', { event })).toMatchObject({
      body: { events: 0 },
    });
  });
});

describe('customers erase', () => {
  it('erases ended orders at once, and open ones when they end; the audit has no address', async () => {
    await configure(null);
    // The first test's open order has expired meanwhile.
    await paid({ customer: { ...bob, email: bob.email.toUpperCase() } });
    const open = await createdPayin(running, { customer: bob });
    const other = await createdPayin(running, { customer: ada });
    const { status, body } = await running.operator('customers erase', { email: bob.email });
    expect({ status, body }).toEqual({ status: 200, body: { erased: 2, open: 1 } });
    expect(await erasureOf('payins', open.id)).toBe('requested');
    await running.operator('orders fail', { order: open.id });
    await expect.poll(() => erasureOf('payins', open.id)).toBe('done');
    expect(await erasureOf('payins', other.id)).toBeNull();

    const audited = await running.operator('audit list', { command: 'customers erase' });
    expect(JSON.stringify(audited.body)).not.toMatch(/tazzek|vander/i);
    expect(audited.body).toMatchObject({
      items: [
        {
          after: '{"erased":0,"open":1}',
          subject: expect.stringMatching(/^customer [0-9a-f]{12}$/) as string,
        },
        { after: '{"erased":2,"open":0}' },
        { after: '{"erased":1,"open":0}' },
      ],
    });
    const again = await running.operator('customers erase', { email: bob.email });
    expect(again.body).toEqual({ erased: 0, open: 0 });
  });

  it('refuses an invalid address', async () => {
    const { status } = await running.operator('customers erase', { email: 'bob' });
    expect(status).toBe(400);
  });
});

describe('the comment of a refund', () => {
  const dora = { email: 'dora.quibble@customers.example', first_name: 'Doraquibble' };

  it('is erased with its payin, also from its webhook, and later comments are not stored', async () => {
    await configure(null);
    const { id } = await paid({ customer: dora, amount: 30 });
    const body = { payin_id: id, reference_id: randomUUID(), amount: 10 };
    const comment = 'Doraquibble sent it back';
    const first = await running.client.createRefund({ ...body, comment });
    if (!first.ok) throw new Error(`No refund: ${first.cause}`);
    expect(await rowsSaying(dora)).not.toEqual([]);
    await running.operator('customers erase', { email: dora.email });
    expect(await rowsSaying(dora)).toEqual([]);
    expect(await eventOf(first.value.id)).toMatchObject({ body: '', erasure: 'done' });
    const { comment: _comment, ...kept } = first.value;
    expect(await running.client.createRefund({ ...body, comment })).toMatchObject({ value: kept });
    const later = { ...body, reference_id: randomUUID(), comment };
    expect(await running.client.createRefund(later)).toMatchObject({
      ok: true,
      value: { status: 'SUCCESS', amount: 10 },
    });
    expect(await rowsSaying(dora)).toEqual([]);
  });
});

function orderIn(result: Awaited<ReturnType<RunningService['client']['getPayin']>>) {
  if (!result.ok) throw new Error(`No order: ${result.cause}`);
  return result.value;
}
