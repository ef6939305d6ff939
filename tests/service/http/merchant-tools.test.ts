import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createdPayin } from '../../support/orders/orders.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  running = await startService();
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

const otherMerchant = () => {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  return running.clientFor({ apiKeyId, apiSecret });
};

/** Of an order that was closed and told. */
async function toldWebhook() {
  const before = receiver.received.length;
  const { id } = await createdPayin(running, { callback_url: receiver.url });
  await running.operator('payins cancel', { order: id });
  await deliveries(receiver, before + 1);
  const webhookOf = async () => {
    const listed = await running.client.listWebhooks({ order_id: id });
    return listed.ok ? listed.value.content[0] : undefined;
  };
  await expect.poll(async () => (await webhookOf())?.state, { timeout: 10_000 }).toBe('delivered');
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

  it("are their own merchant's alone", async () => {
    const { id, webhook } = await toldWebhook();
    const stranger = otherMerchant();
    expect(await stranger.listWebhooks({ order_id: id })).toMatchObject({ value: { content: [] } });
    for (const unknown of [webhook.id, randomUUID()]) {
      expect(await stranger.resendWebhook(unknown)).toMatchObject({
        status: 404,
        name: 'not-found',
      });
    }
  });

  it('are refused to the page, and by parameters that are none', async () => {
    const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
    const page = running.clientFor({ apiKeyId, apiSecret });
    expect(await page.listWebhooks()).toMatchObject({ status: 403 });
    expect(await running.client.listWebhooks({ size: 101 })).toMatchObject({ status: 400 });
  });
});

describe('the log of requests', () => {
  it("tells a key's holder what was asked with it, and why it was refused", async () => {
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
});
