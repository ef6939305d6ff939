import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { z } from 'zod';
import { startReceiver } from '../../tests/support/network/receiver.ts';
import { createdPayin } from '../../tests/support/orders/orders.ts';
import type { RunningService } from '../../tests/support/process/service.ts';
import { arrange } from './arrange.ts';
import type { Recorder } from './recorder.ts';

/**
 * Records what a merchant's developers use: webhooks, logged requests, a triggered code, and the test clock of a
 * merchant without orders.
 */
export async function recordTools(running: RunningService, recorder: Recorder): Promise<void> {
  const receiver = await startReceiver();
  try {
    const callback = { reference_id: 'order-5001', callback_url: receiver.url };
    const { id } = await createdPayin(running, callback);
    await arrange(running, 'payins cancel', { order: id });
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
    path: ENDPOINTS.getClock.path,
  });
  await recordClock(running, recorder);
}

/** Returns a client with a live key, to which the sandbox looks like a live deployment. */
async function liveClient(running: RunningService): Promise<OrdersClient> {
  const { merchant_id: merchant } = running.sandbox.other_merchant;
  const issued = await arrange(running, 'keys issue', { merchant, kind: 'live' });
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

async function recordClock(running: RunningService, recorder: Recorder): Promise<void> {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  const by = running.clientFor({ apiKeyId, apiSecret });
  await recorder.answer('getClock', { by }, { answer: ['real', 'Nobody moved it'] });
  const to = Date.parse('2026-02-14T12:00:00Z') / 1_000;
  const captions = {
    request: ['thirtyDays', 'By some thirty days'],
    answer: ['ahead', 'It is there'],
  } as const;
  await recorder.answer('advanceClock', { by, body: { to } }, captions);
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
