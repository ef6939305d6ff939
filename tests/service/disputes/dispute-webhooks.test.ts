import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { parseWebhook, type WebhookDispute } from '#contract/schemas/webhook.ts';
import { deadlineSweep } from '#service/disputes/event.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { openedDispute, toldOf } from '../../support/orders/disputes.ts';
import { paidPayin } from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { operate } from '../../support/process/operate.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DAY_MS = 86_400_000;
const receivers: Receiver[] = [];
const clock = movedClock();
const running = serviceForTests({ now: clock.now });

afterEach(async () => {
  await configure({ payin_url: null, refund_url: null, dispute_url: null });
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function configure(settings: object): Promise<void> {
  const merchant = running.sandbox.merchant_id;
  const { status } = await operate(running, 'webhooks configure', { merchant, ...settings });
  expect(status).toBe(200);
}

async function receiverThat(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

function disputeIn({ body }: { body: Buffer }): WebhookDispute {
  const parsed = parseWebhook(body);
  if (!parsed.ok || parsed.type !== 'dispute') throw new Error(`No dispute: ${body.toString()}`);
  return parsed.disputes[0]!;
}

describe('the webhooks of a dispute', () => {
  it('are sent at each change, as the API shows the dispute, and never to an address for orders', async () => {
    const [orders, disputes] = [await receiverThat(), await receiverThat()];
    await configure({ payin_url: orders.url, dispute_url: disputes.url });
    const payin = await paidPayin(running, { callback_url: orders.url });
    const reference = randomUUID();
    await toldOf(running, payin.id, 'inquiry_opened', { reference });
    await toldOf(running, payin.id, 'charged_back', { reference });
    await toldOf(running, payin.id, 'answered', { reference });
    await toldOf(running, payin.id, 'won', { reference });
    // Neither a repetition nor an event that changes nothing is a webhook.
    await toldOf(running, payin.id, 'won', { reference });
    await toldOf(running, payin.id, 'commented', { reference });
    await toldOf(running, payin.id, 'arbitration_lost', { reference });
    const received = (await deliveries(disputes, 5)).map(disputeIn);
    expect(received.map(({ event, status }) => `${event} ${status}`).toSorted()).toEqual([
      'answered UNDER_REVIEW',
      'lost LOST',
      'opened INQUIRY',
      'opened OPEN',
      'won WON',
    ]);
    const last = received.find(({ event }) => event === 'lost')!;
    const shown = valueIn(await running.client.getDispute(last.id));
    expect(last).toEqual({ type: 'dispute', event: 'lost', ...shown });
    await deliveries(orders, 1);
    expect(orders.received).toHaveLength(1);
  });

  it('go to the address for refunds if there is none for disputes, else nowhere', async () => {
    const refunds = await receiverThat();
    await configure({ refund_url: refunds.url });
    await openedDispute(running);
    expect(disputeIn((await deliveries(refunds, 1))[0]!)).toMatchObject({ event: 'opened' });
    await configure({ refund_url: null });
    const payin = await paidPayin(running);
    await openedDispute(running, payin.id);
    const { content } = valueIn(await running.client.listWebhooks({ order_id: payin.id }));
    expect(content).toContainEqual(
      expect.objectContaining({ type: 'dispute', state: 'no_destination' }),
    );
  });

  it('include what an operator records', async () => {
    const disputes = await receiverThat();
    await configure({ dispute_url: disputes.url });
    const dispute = await openedDispute(running);
    const answered = { dispute, note: 'Handed in' };
    expect(await operate(running, 'disputes answered', answered)).toMatchObject({ status: 200 });
    const events = (await deliveries(disputes, 2)).map(disputeIn).map(({ event }) => event);
    expect(events.toSorted()).toEqual(['answered', 'opened']);
  });

  it('remind once of a deadline, three days before, and again of a new one', async () => {
    const disputes = await receiverThat();
    await configure({ dispute_url: disputes.url });
    const answerBy = new Date(running.context.now().getTime() + 10 * DAY_MS);
    const dispute = await openedDispute(running, undefined, { answerBy });
    await deliveries(disputes, 1);
    clock.advance(6 * DAY_MS);
    await announceDeadlines();
    expect(await eventsOf(dispute)).toEqual(['opened']);
    clock.advance(1.5 * DAY_MS);
    await announceDeadlines();
    await announceDeadlines();
    expect(await eventsOf(dispute)).toEqual(['due_soon', 'opened']);
    const reminder = disputeIn((await deliveries(disputes, 2))[1]!);
    expect(reminder).toMatchObject({ id: dispute, event: 'due_soon', status: 'OPEN' });
    valueIn(await running.client.triggerDisputeDeadline({ dispute_id: dispute }));
    await announceDeadlines();
    expect(await eventsOf(dispute)).toEqual(['due_soon', 'due_soon', 'opened']);
  });
});

const announceDeadlines = () => deadlineSweep(running.context).run();

/** Returns the events of a dispute that were recorded for its merchant. */
async function eventsOf(dispute: string): Promise<string[]> {
  const { payin_id: payinId } = valueIn(await running.client.getDispute(dispute));
  const { content } = valueIn(await running.client.listWebhooks({ order_id: payinId }));
  return content
    .filter(({ type }) => type === 'dispute')
    .map(({ body }) => disputeIn({ body: Buffer.from(body) }).event)
    .toSorted();
}
