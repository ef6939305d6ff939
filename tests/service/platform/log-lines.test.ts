/** The members by which log lines can be found: merchant, key, order, terminal, and the reason. */
import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '#service/platform/log.ts';
import { answerBrokenRequests } from '#service/process.ts';
import { sandboxTerminal } from '../../support/database/seeds/methods.ts';
import { accept, commandAs, inviteLink, tokenIn } from '../../support/operator/people.ts';
import {
  cardDataBody,
  createdPayin,
  payinBody,
  payinWhen,
  createdPayout,
  payoutWhen,
  createdRefund,
  paidPayin,
} from '../../support/orders/orders.ts';
import { scrape } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Log levels as numbered by pino. */
const DEBUG = 20;
const INFO = 30;

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(async () => {
  await running.close();
  expect(lastLine()).toMatchObject({ msg: 'Tollgate has stopped' });
});

function lastLine(): unknown {
  return JSON.parse(running.logs().trim().split('\n').at(-1) ?? '');
}

it('the first line names the version and its commit', () => {
  const first: unknown = JSON.parse(running.logs().split('\n')[0] ?? '');
  expect(first).toMatchObject({
    msg: 'Tollgate is starting',
    version: expect.any(String) as string,
    commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  });
});

function linesWith(members: object): unknown[] {
  const lines = running.logs().trim().split('\n');
  const wanted = Object.entries(members);
  return lines
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
    .filter((line) => wanted.every(([name, value]) => line[name] === value));
}

function caller() {
  return {
    merchantId: running.sandbox.merchant_id,
    keyId: running.sandbox.api_key_id,
  };
}

it('a request names its merchant, key and order', async () => {
  const { id: orderId } = await createdPayin(running);
  await running.client.getPayin(orderId);
  for (const endpoint of ['createPayin', 'getPayin']) {
    expect(linesWith({ endpoint, orderId, ...caller() })).toHaveLength(1);
  }
});

it('a request about a refund, a dispute or a webhook names it, and the payin', async () => {
  const { id: orderId } = await paidPayin(running);
  const { id: refundId } = await createdRefund(running, orderId, { amount: 1 });
  await running.client.getRefund(refundId);
  for (const endpoint of ['createRefund', 'getRefund']) {
    expect(linesWith({ endpoint, refundId, orderId, ...caller() })).toHaveLength(1);
  }
  const { id: disputeId } = valueIn(await running.client.triggerDispute({ payin_id: orderId }));
  await running.client.getDispute(disputeId);
  for (const endpoint of ['triggerDispute', 'getDispute']) {
    expect(linesWith({ endpoint, disputeId, orderId, ...caller() })).toHaveLength(1);
  }
  const eventId = randomUUID();
  await running.client.getWebhook(eventId);
  expect(linesWith({ endpoint: 'getWebhook', eventId, ...caller() })).toHaveLength(1);
});

it('a request that creates a FAILED order logs why', async () => {
  const created = await running.client.createPayin(payinBody(running, { amount: 999_999 }));
  const orderId = created.ok && created.value.id;
  const reason = created.ok && created.value.resolution_code;
  expect(reason).toMatch(/^[A-Z_]+$/);
  expect(linesWith({ endpoint: 'createPayin', orderId, reason })).toHaveLength(1);
});

it('an ended attempt names its order and terminal, and the decline reason', async () => {
  const { id: orderId } = await createdPayin(running);
  const card_number = '4000000000009995';
  await running.client.submitCardData(cardDataBody(orderId, { card_number }));
  await payinWhen(running, orderId, 'CREATED');
  const { id: terminalId } = await sandboxTerminal(running);
  const { merchantId } = caller();
  const declined = { outcome: 'soft_decline', reason: 'insufficient_funds' };
  expect(linesWith({ orderId, merchantId, terminalId, ...declined })).toHaveLength(1);
  expect(linesWith({ endpoint: 'submitCardData', orderId, ...caller() })).toHaveLength(1);
});

it("a payout's attempt names its order and outcome", async () => {
  const { id: orderId } = await createdPayout(running);
  await payoutWhen(running, orderId, 'SUCCESS');
  const { merchantId } = caller();
  expect(linesWith({ orderId, merchantId, outcome: 'paid' })).toHaveLength(1);
});

it("Prometheus's scrapes are level debug, and refusals are not", async () => {
  await scrape(running);
  await fetch(`${running.operatorUrl}/metrics`);
  expect(linesWith({ path: '/metrics' })).toMatchObject([
    { level: DEBUG, status: 200 },
    { level: INFO, status: 401 },
  ]);
});

it("a person's reads in the console are level debug, and their changes are not", async () => {
  const email = 'reader@pay.example';
  const token = tokenIn(await inviteLink(running, { role: 'admin', email }));
  const { cookie } = await accept(running, { token });
  await commandAs(running, cookie, 'attention conditions');
  await commandAs(running, cookie, 'tokens issue', { name: 'nightly', role: 'viewer' });
  const actor = `person ${email}`;
  expect(linesWith({ actor, command: 'attention conditions' })).toMatchObject([{ level: DEBUG }]);
  expect(linesWith({ actor, command: 'tokens issue' })).toMatchObject([{ level: INFO }]);
});

it('a connection that ended unused is level debug', () => {
  const lines: string[] = [];
  const answer = answerBrokenRequests(
    '',
    createLog('debug', { write: (line) => lines.push(line) }),
  );
  expect([answer('too_slow').status, answer('malformed').status]).toEqual([408, 400]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: DEBUG, problem: 'too_slow' },
    { level: INFO, problem: 'malformed' },
  ]);
});
