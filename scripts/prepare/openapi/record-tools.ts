import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { z } from 'zod';
import { startReceiver } from '../../../tests/support/network/receiver.ts';
import { createdPayin, paidPayin } from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import { done } from '../../../tests/support/process/operate.ts';
import type { Recorder } from './recorder.ts';

/**
 * Records what a merchant's developers use: webhooks, logged requests, a triggered code, and triggers for
 * what otherwise takes time.
 */
export async function recordTools(running: RunningService, recorder: Recorder): Promise<void> {
  const receiver = await startReceiver();
  try {
    const callback = { reference_id: 'order-5001', callback_url: receiver.url };
    const { id } = await createdPayin(running, callback);
    await done(running, 'payins cancel', { order: id });
    const webhook = await delivered(running, id);
    await recorder.answer(
      'listWebhooks',
      { query: { order_id: id } },
      { answer: ['delivered', 'The webhook of an order'] },
    );
    const params = { id: webhook };
    await recorder.answer('getWebhook', { params }, { answer: ['delivered', 'It was confirmed'] });
    await recorder.answer('resendWebhook', { params }, { answer: ['due', 'It is sent again'] });
    const path = ENDPOINTS.getWebhook.path.replace('{id}', randomUUID());
    await recorder.refusal(running.client, { method: 'GET', path });
    const query = { query: { size: 2 } };
    await recorder.answer('listRequests', query, { answer: ['latest', 'The latest two'] });
  } finally {
    await receiver.close();
  }
  await recordCode(running, recorder);
  await recorder.refusal(await liveClient(running), {
    method: 'GET',
    path: ENDPOINTS.listRequests.path,
  });
  await recordTime(running, recorder);
}

/** Returns a client with a live key, to which the sandbox looks like a live deployment. */
async function liveClient(running: RunningService): Promise<OrdersClient> {
  const { merchant_id: merchant } = running.sandbox.other_merchant;
  const issued = await done(running, 'keys issue', { merchant, kind: 'live' });
  const { api_key_id: apiKeyId, api_secret: apiSecret } = liveKey.parse(issued);
  return running.clientFor({ apiKeyId, apiSecret });
}

const liveKey = z.object({ api_key_id: z.string(), api_secret: z.string() });

async function recordCode({ sandbox }: RunningService, recorder: Recorder): Promise<void> {
  const body = {
    resolution_code: 'BALANCE_UPDATE_FAILED',
    reference_id: 'order-5002',
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: sandbox.methods['card_eur'],
  };
  const captions = {
    request: ['frozen', 'As if the gate were frozen'],
    answer: ['failed', 'The order that has the code'],
  } as const;
  await recorder.answer('triggerCode', { body }, captions);
}

/** A closed port, where no webhook is delivered. */
const NOBODY = 'http://127.0.0.1:9/';

async function recordTime(running: RunningService, recorder: Recorder): Promise<void> {
  const order = { reference_id: 'order-5003', callback_url: NOBODY };
  const { id: unpaid } = await createdPayin(running, order);
  const body = { payin_id: unpaid };
  await recorder.answer(
    'triggerExpiry',
    { body },
    { request: ['unpaid', 'Nobody paid it'], answer: ['closed', 'It is closed'] },
  );
  const { path } = ENDPOINTS.triggerExpiry;
  const again = new TextEncoder().encode(JSON.stringify(body));
  await recorder.refusal(running.client, { method: 'POST', path, body: again });
  await recorder.answer(
    'triggerRedelivery',
    { body: { order_id: unpaid } },
    {
      request: ['failed', 'Its webhook was not delivered'],
      answer: ['due', 'The webhook is due now'],
    },
  );
  const { id: paid } = await paidPayin(running, { reference_id: 'order-5004' });
  await recorder.answer(
    'triggerRelease',
    { body: { payin_id: paid, what: 'hold' } },
    { request: ['hold', 'Its hold'], answer: ['released', 'Its hold is available'] },
  );
}

const PAUSE_MS = 50;

async function delivered({ client }: RunningService, orderId: string): Promise<string> {
  for (;;) {
    const listed = await client.listWebhooks({ order_id: orderId });
    const [webhook] = listed.ok ? listed.value.content : [];
    if (webhook?.state === 'delivered') return webhook.id;
    await sleep(PAUSE_MS);
  }
}
