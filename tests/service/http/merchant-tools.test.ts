import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valueIn } from '#contract/client/result.ts';
import type { TriggeredCode } from '#contract/schemas/developer.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { faultsOf } from '../../../packages/tollgate/conformance/check-answer.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const DAY_MS = 86_400_000;

let running: RunningService;
let receiver: Receiver;
/** The service's clock, which tests move ahead of real time. */
const clock = movedClock();

beforeAll(async () => {
  receiver = await startReceiver();
  running = await startService({ now: clock.now });
  running.client = running.clientFor({ fetch: evaluated });
});
afterEach(() => {
  expect(undescribed.splice(0)).toEqual([]);
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

/** Requests and answers that deviate from the tools' OpenAPI document. */
const undescribed: string[] = [];

const evaluated: typeof fetch = async (url, init) => {
  const answer = await fetch(url, init);
  const { pathname, search } = new URL(url instanceof Request ? url.url : url);
  const faults = faultsOf({
    method: init?.method ?? 'GET',
    path: pathname + search,
    body: init?.body instanceof Uint8Array ? init.body : new Uint8Array(),
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? undefined,
    text: await answer.clone().text(),
  });
  undescribed.push(...faults.map((fault) => `${pathname}: ${fault}`));
  return answer;
};

function otherMerchant() {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  return running.clientFor({ apiKeyId, apiSecret });
}

/** Cancels an order and waits until its webhook is delivered. */
async function toldWebhook() {
  const before = receiver.received.length;
  const { id } = await createdPayin(running, { callback_url: receiver.url });
  await running.operator('payins cancel', { order: id });
  await deliveries(receiver, before + 1);
  const webhookOf = async () => {
    const listed = await running.client.listWebhooks({ order_id: id });
    return listed.ok ? listed.value.content[0] : undefined;
  };
  await expect.poll(async () => (await webhookOf())?.state).toBe('delivered');
  return { id, webhook: (await webhookOf())! };
}

describe("a merchant's webhooks", () => {
  it('are listed with their exact body and the last attempt, and sent again', async () => {
    const { id, webhook } = await toldWebhook();
    const [delivered] = receiver.received.slice(-1);
    expect(webhook).toMatchObject({
      type: 'payin',
      order_ids: [id],
      destination: receiver.url,
      body: delivered!.body.toString(),
      webhook_id: delivered!.headers.get('webhook-id'),
      last_attempt: { status: 204 },
    });
    expect(await running.client.resendWebhook(webhook.id)).toMatchObject({
      value: { webhooks: 1 },
    });
    const count = receiver.received.length + 1;
    const again = (await deliveries(receiver, count)).at(-1)!;
    expect(again.headers.get('webhook-id')).toBe(webhook.webhook_id);
    expect(again.body.toString()).toBe(webhook.body);
  });

  it('are visible to their own merchant only', async () => {
    const { id, webhook } = await toldWebhook();
    const stranger = otherMerchant();
    expect(await stranger.listWebhooks({ order_id: id })).toMatchObject({ value: { content: [] } });
    for (const unknown of [webhook.id, randomUUID()]) {
      expect(await stranger.resendWebhook(unknown)).toMatchObject({
        status: 404,
        name: 'no-such-webhook',
        problem: { title: 'There is no such webhook' },
      });
      expect(await stranger.getWebhook(unknown)).toMatchObject({ name: 'no-such-webhook' });
    }
    const page = await stranger.listWebhooks({ after: webhook.id });
    expect(page).toMatchObject({ value: { content: [] } });
  });

  it('are listed by pages that new webhooks do not shift', async () => {
    const told = [await toldWebhook(), await toldWebhook(), await toldWebhook()];
    const ids = told.map(({ webhook }) => webhook.id).toReversed();
    const first = valueIn(await running.client.listWebhooks({ size: 2 }));
    expect(first).toMatchObject({ content: [{ id: ids[0] }, { id: ids[1] }], next: ids[1] });
    await toldWebhook();
    const second = valueIn(await running.client.listWebhooks({ size: 1, after: first.next! }));
    expect(second).toMatchObject({ content: [{ id: ids[2] }] });
    const all: string[] = [];
    for await (const { id } of running.client.eachWebhook({ size: 1 })) all.push(id);
    expect(all.slice(1, 4)).toEqual(ids);
    const whole = valueIn(await running.client.listWebhooks());
    expect(whole.content.map(({ id }) => id)).toEqual(all);
    expect(whole).not.toHaveProperty('next');
  });

  it('are shown with every attempt, including those before a resend', async () => {
    const { webhook } = await toldWebhook();
    await running.client.resendWebhook(webhook.id);
    const shown = async () => valueIn(await running.client.getWebhook(webhook.id));
    await expect.poll(async () => (await shown()).state).toBe('delivered');
    const { attempts_made: made, attempt_log: log, ...rest } = await shown();
    expect(made).toBe(2);
    expect(log).toMatchObject([webhook.last_attempt, { status: 204 }]);
    expect(rest).toMatchObject({
      ...webhook,
      end_date: expect.any(Number) as number,
      last_attempt: log[1],
    });
  });

  it("are refused to the page's key, and for invalid parameters", async () => {
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    expect(await page.listWebhooks()).toMatchObject({ status: 403 });
    expect(await running.client.listWebhooks({ size: 101 })).toMatchObject({ status: 400 });
  });
});

describe('the log of requests', () => {
  it("shows a key's holder its requests, and why they were refused", async () => {
    const unknown = randomUUID();
    await running.client.getPayin(unknown);
    await running.clientFor({ apiSecret: 'tg_test_another' }).getBalances();
    const named = { 'X-Api-Key-Id': running.sandbox.api_key_id };
    await fetch(`${running.baseUrl}/api/v1/order/payin`, { headers: named });
    await fetch(`${running.baseUrl}/api/v1/balances`, { method: 'PUT', headers: named });
    const log = await running.client.listRequests({ size: 4 });
    expect(log).toMatchObject({
      value: {
        content: [
          { method: 'PUT', path: '/api/v1/balances', status: 405 },
          { path: '/api/v1/order/payin', status: 404, problem: 'no-such-path' },
          { method: 'GET', path: '/api/v1/balances', status: 401, failed_check: 'signature' },
          { path: `/api/v1/orders/payin/${unknown}`, status: 404, problem: 'not-found' },
        ],
      },
    });
    const others = await otherMerchant().listRequests();
    expect(others).toMatchObject({ ok: true });
    expect(JSON.stringify(others)).not.toContain(unknown);
  });

  it('is read page by page', async () => {
    const { content, next } = valueIn(await running.client.listRequests({ size: 2 }));
    expect(next).toBe(content[1]!.request_id);
    const second = valueIn(await running.client.listRequests({ size: 2, after: next! }));
    const ids = [...content, ...second.content].map((request) => request.request_id);
    expect(new Set(ids).size).toBe(4);
    const all: string[] = [];
    for await (const each of running.client.eachRequest({ size: 3 })) all.push(each.request_id);
    expect(all).toEqual(expect.arrayContaining(ids));
  });
});

describe('a code on demand', () => {
  const asked = (resolution_code: TriggeredCode) => ({
    resolution_code,
    reference_id: randomUUID(),
    currency: 'EUR' as const,
    amount: 12.5,
    merchant_gate_method_id: running.sandbox.methods['card_eur']!,
  });

  it('changes no gate or method, and makes an ordinary order', async () => {
    const { client } = running;
    for (const code of ['BALANCE_UPDATE_FAILED', 'PROVIDER_NOT_SUPPORTED'] as const) {
      const body = asked(code);
      const made = await client.triggerCode(body);
      expect(made).toMatchObject({ value: { status: 'FAILED', resolution_code: code } });
      const again = await client.triggerCode(body);
      expect(again).toEqual({ ...made, replayed: true });
      const read = await client.getPayin(made.ok ? (made.value.order_id ?? '') : '');
      expect(read).toMatchObject({ value: { status: 'FAILED', resolution_code: code } });
    }
    const misconfigured = await client.triggerCode(asked('MERCHANT_MISCONFIGURATION'));
    expect(misconfigured).toMatchObject({ status: 422, name: 'merchant-misconfiguration' });
    expect(await createdPayin(running)).toMatchObject({ status: 'CREATED' });
  });

  it("is explained to operators as the sandbox key holder's doing", async () => {
    const made = await running.client.triggerCode(asked('ORDER_FAILED_MANUALLY'));
    const order = made.ok && made.value.order_id;
    expect((await running.operator('orders show', { order })).body).toMatchObject({
      why: expect.stringMatching(/^The holder of the sandbox key .+ in the sandbox\./) as string,
    });
    const report = await running.client.triggerCode(asked('REPORT_GENERATION_FAILED'));
    expect(report).toMatchObject({
      value: { status: 'FAILED', resolution_code: 'REPORT_GENERATION_FAILED' },
    });
  });

  it('may leave the effect unknown; repeating the request returns the order', async () => {
    const { resolution_code: _, ...payin } = asked('UNKNOWN_ERROR');
    const once = await running.client.triggerCode({ resolution_code: 'UNKNOWN_ERROR', ...payin });
    expect(once).toMatchObject({ status: 500, effect: 'unknown' });
    const found = await running.client.findPayins(payin.reference_id);
    const again = await running.client.createPayin({ ...payin, customer: {} });
    expect(again.ok && found.ok && found.value).toEqual([again.ok && again.value]);
  });

  it('does not exist for live keys, nor do other sandbox tools', async () => {
    const { merchant_id: merchant } = running.sandbox;
    const { id } = await createdPayin(running);
    const issued = await running.operator('keys issue', { merchant, kind: 'live' });
    const key = z.object({ api_key_id: z.string(), api_secret: z.string() }).parse(issued.body);
    const live = running.clientFor({ apiKeyId: key.api_key_id, apiSecret: key.api_secret });
    for (const refused of [
      await live.triggerCode(asked('UNKNOWN_ERROR')),
      await live.listRequests(),
      await live.triggerDispute({ payin_id: id }),
      await live.triggerExpiry({ payin_id: id }),
      await live.triggerRelease({ payin_id: id }),
      await live.triggerRedelivery({ order_id: id }),
      await live.triggerDisputeDeadline({ dispute_id: id }),
    ]) {
      expect(refused).toMatchObject({ status: 404, name: 'no-such-path' });
    }
    for (const name of [
      'trigger',
      'disputes',
      'expiry',
      'release',
      'redelivery',
      'dispute-deadline',
    ]) {
      const path = `/api/merchant/v1/sandbox/${name}`;
      const body = Buffer.from('{"not":"valid"}');
      expect(await live.send({ method: 'POST', path, body })).toMatchObject({ status: 404 });
    }
    expect(valueIn(await running.client.getPayin(id)).status).toBe('CREATED');
    expect(await live.listWebhooks()).toMatchObject({ ok: true });
  });
});

describe('an unknown parameter', () => {
  const query = { page: 1, size: 1, status: 'SUCCESS' };

  it('is ignored, and a test key gets a suggestion', async () => {
    const answer = await running.client.send({
      method: 'GET',
      path: '/api/v1/orders/payin/list',
      query,
    });
    expect(answer).toMatchObject({ ok: true, status: 200 });
    if (!answer.ok) return;
    expect(answer.headers.get('warnings')).toBe('status was ignored; did you mean statuses?');
  });
});

describe('the log of requests, a day on', () => {
  it('shows nothing older than 24 h', async () => {
    const unknown = randomUUID();
    const log = async () => JSON.stringify(valueIn(await running.client.listRequests()));
    await running.client.getPayin(unknown);
    clock.advance(DAY_MS - 60_000);
    expect(await log()).toContain(unknown);
    clock.advance(2 * 60_000);
    expect(await log()).not.toContain(unknown);
  });
});
