import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { verifyWebhook, signWebhook } from '#contract/signature/webhook.ts';
import { parseWebhook } from '#contract/schemas/webhook.ts';
import {
  cardDataBody,
  createdPayin,
  payinBody,
  createdPayout,
} from '../../support/orders/orders.ts';
import {
  deliveries,
  ordersIn,
  startReceiver,
  type Received,
  type Receiver,
  type Respond,
} from '../../support/network/receiver.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';

const ORDERS = 20;
const MINUTE_MS = 60_000;

/** Tests move this clock to reach a retry. */
const clock = frozenClock();
let running: RunningService;
const receivers: Receiver[] = [];

beforeAll(async () => {
  // With `random` 0 each retry interval is its shortest.
  running = await startService({ now: clock.now, webhooks: { random: () => 0 } });
});
afterAll(() => running.close());
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiverThat(respond?: Respond): Promise<Receiver> {
  const receiver = await startReceiver(respond);
  receivers.push(receiver);
  return receiver;
}

async function paidOrder(receiver: Receiver) {
  const order = await createdPayin(running, { callback_url: receiver.url });
  const submitted = await running.client.submitCardData(cardDataBody(order.id));
  expect(submitted.ok).toBe(true);
  return order;
}

/** Waits until the first attempt at an order's event is recorded. @returns the event's state after it */
async function afterFirstAttempt(orderId: string) {
  const read = () =>
    running.db
      .selectFrom('webhook_attempts as attempt')
      .innerJoin('webhook_events as event', 'event.id', 'attempt.event_id')
      .select(['event.state', 'event.next_attempt_at', 'attempt.started_at'])
      .where('event.group_id', '=', orderId)
      .where('event.lease_id', 'is', null)
      .executeTakeFirst();
  await expect.poll(read).toBeDefined();
  const { state, next_attempt_at: nextAt, started_at: startedAt } = (await read())!;
  return { state, nextAt, waitMs: nextAt === null ? undefined : +nextAt - +startedAt };
}

/**
 * Pays another order and waits for its webhook, which is sent after all that were due before: any not sent by then will
 * not be sent.
 */
async function untilOthersAreSent(): Promise<void> {
  const receiver = await receiverThat();
  const { id } = await paidOrder(receiver);
  await afterFirstAttempt(id);
}

function skipTo(at: Date) {
  clock.advance(+at - +clock.now());
}

function sentAtSeconds({ headers }: Received) {
  return Number(headers.get('webhook-timestamp'));
}

describe('a paid order', () => {
  it('is sent to its callback_url, equal to the answer of GET by reference', async () => {
    const receiver = await receiverThat();
    const order = await paidOrder(receiver);
    const [delivery] = await deliveries(receiver, 1);
    const answer = await running.client.call(ENDPOINTS.findPayins, {
      query: { reference_id: order.reference_id },
    });
    expect(answer.ok && answer.value).toEqual(ordersIn(delivery!));
    expect(ordersIn(delivery!)).toMatchObject([{ id: order.id, status: 'SUCCESS' }]);
    expect(parseWebhook(delivery!.body)).toMatchObject({ ok: true, type: 'payin' });
  });

  it('is signed in both schemes', async () => {
    const receiver = await receiverThat();
    await paidOrder(receiver);
    const [{ body, headers }] = (await deliveries(receiver, 1)) as [Receiver['received'][0]];
    const secret = running.sandbox.webhook_secret;
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-signature')).toBe(signWebhook(secret, body));
    const plain = Object.fromEntries(headers);
    // The library always uses the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    expect(() => new Webhook(secret).verify(body.toString('utf8'), plain)).not.toThrow();
    expect(verifyWebhook(body, headers, { secrets: [secret], nowMs: +clock.now() })).toMatchObject({
      ok: true,
    });
    const forged = Buffer.from(body.toString('utf8').replace('SUCCESS', 'FAILED'));
    expect(() => new Webhook(secret).verify(forged.toString('utf8'), plain)).toThrow();
  });

  it('is sent once, after one look for due webhooks', async () => {
    const receiver = await receiverThat();
    await untilOthersAreSent();
    let looks = 0;
    // Recurring work looks too if it finds a due webhook. It may be running now.
    let mostBesides = 1;
    const unwatch = watchStatements((text) => {
      if (text.includes("name = 'claim-webhooks'")) looks += 1;
      if (text.includes('transaction_read_only')) mostBesides += 1;
    });
    try {
      for (let order = 1; order <= ORDERS; order += 1) {
        const { id } = await paidOrder(receiver);
        await afterFirstAttempt(id);
      }
      await untilOthersAreSent();
    } finally {
      unwatch();
    }
    expect(receiver.received).toHaveLength(ORDERS);
    expect(looks).toBeGreaterThan(ORDERS);
    expect(looks).toBeLessThanOrEqual(ORDERS + 1 + mostBesides);
  });
});

describe('a receiver that does not confirm', () => {
  it('gets the same bytes under the same id again, with a new signature', async () => {
    const receiver = await receiverThat((response, _, number) => {
      response.writeHead(number === 1 ? 500 : 200).end();
    });
    const { id } = await paidOrder(receiver);
    const { nextAt, waitMs } = await afterFirstAttempt(id);
    expect(waitMs).toBe(4_000);
    skipTo(nextAt!);
    const [first, second] = await deliveries(receiver, 2);
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('webhook-id')).toBe(first!.headers.get('webhook-id'));
    expect(second!.headers.get('x-signature')).toBe(first!.headers.get('x-signature'));
    expect(second!.headers.get('webhook-timestamp')).not.toBe(
      first!.headers.get('webhook-timestamp'),
    );
    expect(sentAtSeconds(second!)).toBe(+nextAt! / 1_000);
  });

  it('is not followed when it redirects', async () => {
    const elsewhere = await receiverThat();
    const receiver = await receiverThat((response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const { id } = await paidOrder(receiver);
    const { nextAt } = await afterFirstAttempt(id);
    skipTo(nextAt!);
    await deliveries(receiver, 2);
    expect(receiver.received).toHaveLength(2);
    expect(elsewhere.received).toHaveLength(0);
  });
});

describe('an order that fails', () => {
  it.each([
    ['at birth', { amount: 5_001 }, 'AMOUNT_OVER_LIMIT'],
    ['for want of a route', { method: 'unrouted_eur' }, 'ORDER_CANNOT_BE_ROUTED'],
  ])('%s is sent too', async (_, overrides, code) => {
    const receiver = await receiverThat();
    const body = payinBody(running, { ...overrides, callback_url: receiver.url });
    const created = await running.client.createPayin(body);
    expect(created).toMatchObject({ ok: true, value: { status: 'FAILED' } });
    const [delivery] = await deliveries(receiver, 1);
    expect(ordersIn(delivery!)).toMatchObject([{ status: 'FAILED', resolution_code: code }]);
  });
});

describe('an order that is never paid', () => {
  it('is sent when it is closed', async () => {
    const receiver = await receiverThat();
    await createdPayin(running, {
      method: 'card_short',
      currency: 'USD',
      callback_url: receiver.url,
    });
    clock.advance(MINUTE_MS);
    const [delivery] = await deliveries(receiver, 1);
    expect(ordersIn(delivery!)).toMatchObject([{ status: 'CLOSED' }]);
  });
});

describe('a split payout', () => {
  it('is sent once, with all of its orders, when the last has ended', async () => {
    const receiver = await receiverThat();
    await running.operator('webhooks configure', {
      merchant: running.sandbox.merchant_id,
      payout_url: receiver.url,
    });
    const order = await createdPayout(running, {
      method: 'payout_split_eur',
      amount: 2_500,
      destination_account: 'IBAN-0077',
    });
    expect(order.status).not.toBe('SUCCESS');
    clock.advance(MINUTE_MS);
    const [delivery] = await deliveries(receiver, 1);
    const answer = await running.client.findPayouts(order.reference_id ?? '');
    expect(answer.ok && answer.value).toEqual(ordersIn(delivery!));
    expect(parseWebhook(delivery!.body)).toMatchObject({
      ok: true,
      type: 'payout',
      orders: [1_000, 1_000, 500].map((amount) => ({
        group_id: order.group_id,
        reference_id: order.reference_id,
        status: 'SUCCESS',
        amount,
      })),
    });
    await untilOthersAreSent();
    expect(receiver.received).toHaveLength(1);
  });

  it('is sent at once when it is created FAILED', async () => {
    const receiver = await receiverThat();
    await running.operator('webhooks configure', {
      merchant: running.sandbox.merchant_id,
      payout_url: receiver.url,
    });
    const order = await createdPayout(running, { amount: 50_000 });
    const [delivery] = await deliveries(receiver, 1);
    expect(ordersIn(delivery!)).toMatchObject([
      { id: order.id, status: 'FAILED', resolution_code: 'BALANCE_INSUFFICIENT' },
    ]);
  });
});
