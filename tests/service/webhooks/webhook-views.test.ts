/** Operators' views of webhooks: by destination, the latest of all, and one with its answers. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eraseBodies } from '#service/webhooks/store.ts';
import { operatedWebhooks } from './operated-webhooks.ts';
import { eventWhen } from './shown-events.ts';

const { configure, service, receiverThat, endedOrder } = operatedWebhooks();

const items = z.object({ items: z.array(z.looseObject({})), next: z.string().optional() });

async function list(command: string, input: object = {}) {
  const { status, body } = await service().operator(command, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return items.parse(body);
}

function hostOf(url: string) {
  return new URL(url).host;
}

it('webhooks are listed by destination, with the health of each host', async () => {
  const good = await receiverThat();
  const bad = await receiverThat((response) => {
    // Postpones the retry, so that nothing changes while the pages are read.
    response.writeHead(503, { 'retry-after': '600' }).end();
  });
  const idle = await receiverThat();
  await configure({ payin_url: idle.url });
  const delivered = await endedOrder({ callback_url: good.url });
  const failing = await endedOrder({ callback_url: bad.url });
  await eventWhen(service(), delivered.id, ({ state }) => state === 'delivered');
  await eventWhen(service(), failing.id, ({ attempts }) => attempts.length > 0);
  const { items: all } = await list('webhooks destinations');
  const of = ({ url }: { url: string }) => all.find(({ host }) => host === hostOf(url));
  expect(of(good)).toMatchObject({ backlog: 0, oldest: null, delivered: 1, last_failure_at: null });
  expect(of(good)?.['last_success_at']).not.toBeNull();
  expect(of(bad)).toMatchObject({
    backlog: 1,
    retrying: 1,
    delivered: 0,
    given_up: 0,
    last_success_at: null,
    last_error: '503',
  });
  expect(of(idle)).toMatchObject({ backlog: 0, delivered: 0, last_failure_at: null });
  const paged = [];
  for (let after: string | undefined; ;) {
    const page = await list('webhooks destinations', { limit: 1, after });
    paged.push(...page.items);
    if (page.next === undefined) break;
    after = page.next;
  }
  expect(paged).toEqual(all);
});

describe('webhooks of all merchants', () => {
  it('are listed newest first, in one state or any', async () => {
    const receiver = await receiverThat();
    const first = await endedOrder({ callback_url: receiver.url });
    const second = await endedOrder({ callback_url: receiver.url });
    for (const { id } of [first, second]) {
      await eventWhen(service(), id, ({ state }) => state === 'delivered');
    }
    const { items: latest } = await list('webhooks events', { limit: 2 });
    expect(latest.map(({ orders }) => orders)).toEqual([[second.id], [first.id]]);
    expect(latest[0]).toMatchObject({ state: 'delivered', last_status: 204, last_error: null });
    for (const state of ['delivered', 'pending', 'failed', 'no_destination']) {
      const { items: found } = await list('webhooks events', { state });
      expect(found.filter((item) => item['state'] !== state)).toEqual([]);
      expect(found.some(({ orders }) => String(orders) === first.id)).toBe(state === 'delivered');
    }
    const other = service().sandbox.other_merchant.merchant_id;
    expect(await list('webhooks events', { merchant: other })).toEqual({ items: [] });
  });

  it('are shown with body and answers, until these are erased', async () => {
    const receiver = await receiverThat((response) => {
      response.writeHead(200).end('thanks');
    });
    const { id } = await endedOrder({ callback_url: receiver.url });
    const { event } = await eventWhen(service(), id, ({ state }) => state === 'delivered');
    const shown = async () => (await service().operator('webhooks event', { event })).body;
    expect(await shown()).toMatchObject({
      event,
      orders: [id],
      erased: false,
      attempts_made: 1,
      body: receiver.received[0]?.body.toString('utf8'),
      attempts: [{ status: 200, answer_head: 'thanks' }],
    });
    await eraseBodies(service().db, [id]);
    expect(await shown()).toMatchObject({
      erased: true,
      body: '',
      attempts: [{ status: 200, answer_head: null }],
    });
  });
});
