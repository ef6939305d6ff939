/** The metrics: what they show, who may read them, and what they never contain. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readBuild } from '#service/platform/version.ts';
import { acquireBy, silence } from '../../support/acquirers/acquirer-doubles.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
  createdRefund,
  paidPayin,
} from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { tracesIn, tracesOf } from '../../support/traces.ts';

const APPROVED = '4242424242424242';
const DECLINED = '4000000000009995';
const CUSTOMER = {
  email: 'quillon.metrics@customers.example',
  first_name: 'Quillonmetrics',
  phone: '+4915550004321',
};

let running: RunningService;
let receiver: Receiver;
let text: string;

beforeAll(async () => {
  running = await startService();
  receiver = await startReceiver();
  const merchant = running.sandbox.merchant_id;
  await running.operator('webhooks configure', { merchant, payin_url: receiver.url });
  await pay(APPROVED);
  await pay(DECLINED);
  const { id } = await createdPayout(running, { customer: CUSTOMER });
  await payoutWhen(running, id, 'SUCCESS');
  await running.operator('ledger check');
  await vi.waitFor(async () => expect(await delivered()).toBe(1), { timeout: PATIENCE_MS });
  text = await scrape(running);
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

async function delivered() {
  return valueOf(await scrape(running), 'tollgate_webhook_attempts_total', { result: 'delivered' });
}

async function pay(card: string): Promise<void> {
  const { id } = await createdPayin(running, { customer: CUSTOMER });
  await running.client.submitCardData(cardDataBody(id, { card_number: card, customer: CUSTOMER }));
  await payinWhen(running, id, ({ status }) => status !== 'IN_PROGRESS');
}

async function ask(url: string, token?: string): Promise<number> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/metrics`, { headers: { ...authorization } })).status;
}

describe('/metrics', () => {
  it('is only for operators, at their address', async () => {
    const issued = await running.operator('tokens issue', { name: 'prometheus', role: 'viewer' });
    const { token } = z.object({ token: z.string() }).parse(issued.body);
    expect(await ask(running.operatorUrl)).toBe(401);
    expect(await ask(running.operatorUrl, 'tg_op_forged')).toBe(401);
    expect(await ask(running.operatorUrl, token)).toBe(200);
    expect(await ask(running.baseUrl, token)).toBe(404);
  });

  it.each([
    ['tollgate_http_requests_total', { endpoint: 'createPayin', status: '200' }, 2],
    ['tollgate_http_request_duration_seconds_count', { endpoint: 'submitCardData' }, 2],
    ['tollgate_order_transitions_total', { direction: 'payin', status: 'CREATED' }, 3],
    ['tollgate_order_transitions_total', { direction: 'payin', status: 'IN_PROGRESS' }, 2],
    ['tollgate_order_transitions_total', { direction: 'payin', status: 'SUCCESS' }, 1],
    ['tollgate_order_transitions_total', { direction: 'payout', status: 'SUCCESS' }, 1],
    ['tollgate_attempts_total', { direction: 'payin', outcome: 'approved' }, 1],
    ['tollgate_attempts_total', { outcome: 'soft_decline', reason: 'insufficient_funds' }, 1],
    ['tollgate_attempts_total', { direction: 'payout', outcome: 'paid' }, 1],
    ['tollgate_provider_call_duration_seconds_count', { call: 'authorize' }, 2],
    ['tollgate_provider_call_duration_seconds_count', { call: 'pay', result: 'paid' }, 1],
    ['tollgate_webhook_attempts_total', { result: 'delivered' }, 1],
    ['tollgate_database_up', {}, 1],
    ['tollgate_build_info', { ...readBuild() }, 1],
    ['tollgate_attempts_unknown', {}, 0],
    ['tollgate_attention_open', {}, 0],
    ['tollgate_ledger_findings', {}, 0],
  ])('counts %s%j', (name, labels, value) => {
    expect(valueOf(text, name, labels)).toBe(value);
  });

  it('counts refunds by outcome', async () => {
    const { id } = await paidPayin(running);
    await createdRefund(running, id, { amount: 1 });
    await createdRefund(running, id, { amount: 1.21 });
    const refunds = async (labels: Record<string, string>) =>
      valueOf(await scrape(running), 'tollgate_refunds_total', labels);
    expect(await refunds({ status: 'SUCCESS', code: '' })).toBe(1);
    expect(await refunds({ status: 'FAILED', code: 'ORDER_CANNOT_BE_PROCESSED' })).toBe(1);
  });

  it('counts payin, payout and refund attempts without an outcome for a minute', async () => {
    const { id: paid } = await paidPayin(running);
    acquireBy(running, 'cards', { authorize: silence });
    acquireBy(running, 'payouts', { pay: silence });
    acquireBy(running, 'refunds', { refund: silence });
    const { id } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(id));
    await createdPayout(running);
    await createdRefund(running, paid, { amount: 1 });
    const unknown = async () => valueOf(await scrape(running), 'tollgate_attempts_unknown');
    expect(await unknown()).toBe(0);
    for (const [table, counted] of [
      ['payin_attempts', 1],
      ['payout_attempts', 2],
      ['refund_attempts', 3],
    ] as const) {
      await running.db
        .updateTable(table)
        .set({ created_at: new Date(Date.now() - 61_000) })
        .where('outcome', 'is', null)
        .execute();
      expect(await unknown()).toBe(counted);
    }
  });

  it.each([
    ['987', '987'],
    ['card 4242424242424242', 'other'],
  ])('counts a decline with the unmapped code %s as %s', async (unmappedCode, code) => {
    const declined = { reference: 'r', message: 'no', reason: 'other', unmappedCode } as const;
    acquireBy(running, 'cards', {
      authorize: () => Promise.resolve({ outcome: 'soft_decline', ...declined }),
    });
    await pay(APPROVED);
    const name = 'tollgate_unmapped_declines_total';
    expect(valueOf(await scrape(running), name, { code })).toBe(1);
  });

  it.each([
    'tollgate_webhooks_pending',
    'tollgate_webhooks_oldest_seconds',
    'tollgate_webhooks_late_seconds',
    'tollgate_recurring_work_late_seconds',
    'tollgate_ledger_check_age_seconds',
    'tollgate_database_connections',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])('includes %s', (name) => {
    expect(valueOf(text, name)).toBeGreaterThanOrEqual(0);
  });

  it.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
    'includes every metric that %s uses',
    (name) => {
      const file = readFileSync(join(import.meta.dirname, '../../../ops', name), 'utf8');
      const asked = new Set(file.match(/\b(?:tollgate|nodejs|process)_\w+/g));
      expect(asked.size).toBeGreaterThan(10);
      expect([...asked].filter((metric) => !new RegExp(`\\b${metric}\\b`).test(text))).toEqual([]);
    },
  );

  it('names terminals and methods, but no person and no card', () => {
    expect(valueOf(text, 'tollgate_terminal_up', { name: 'sandbox' })).toBe(1);
    expect(text).toMatch(/^tollgate_method_info\{.*name="[^"]*card_eur"/m);
    expect(
      tracesIn(Buffer.from(text), tracesOf([...Object.values(CUSTOMER), APPROVED, DECLINED])),
    ).toEqual([]);
  });
});
