import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrdersClient, RawRequest } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { addMethod } from '../../../tests/support/database/seeds/methods.ts';
import {
  cardDataBody,
  createdPayin,
  paidPayin,
  payinBody,
} from '../../../tests/support/orders/orders.ts';
import type { RunningService } from '../../../tests/support/process/service.ts';
import { done } from '../../../tests/support/process/operate.ts';
import type { Recorder } from './recorder.ts';

const BALANCES: RawRequest = { method: 'GET', path: ENDPOINTS.getBalances.path };
const MINUTE_MS = 60_000;

/** Records every problem with which an operation can refuse, once. */
export async function recordProblems(running: RunningService, recorder: Recorder): Promise<void> {
  await recordUnauthorized(running, recorder);
  await recordUnreadable(running, recorder);
  await recordWrongOrders(running, recorder);
  await recordWrongMethods(running, recorder);
  await recordFailures(running, recorder);
}

async function recordUnauthorized(running: RunningService, { refusal }: Recorder): Promise<void> {
  const nowMs = running.context.now().getTime();
  const { keyId, secret } = running.service.pageKey;
  await refusal(running.clientFor({ apiSecret: 'tg_test_another' }), BALANCES);
  await refusal(running.clientFor({ now: () => nowMs - 6 * MINUTE_MS }), BALANCES);
  await refusal(running.clientFor({ now: () => nowMs * 1_000 }), BALANCES);
  await refusal(running.clientFor({ apiKeyId: keyId, apiSecret: secret }), BALANCES);
}

async function recordUnreadable(running: RunningService, { refusal }: Recorder): Promise<void> {
  const { client } = running;
  const wrong = {
    ...payinBody(running),
    amount: '12.50',
    colour: 'blue',
    customer: { phone: '1' },
  };
  await refusal(client, post('createPayin', wrong));
  await refusal(client, post('createPayin', { comment: 'x'.repeat(70_000) }));
  await refusal(asPlainText(running), post('createPayin', payinBody(running)));
  // More accounts at once than a key may compare in an hour.
  const accounts = Array.from({ length: 61 }, (_, index) => cardNumber(index));
  const query = { page: 1, size: 1, accounts };
  await refusal(client, { method: 'GET', path: ENDPOINTS.listPayouts.path, query });
}

async function recordWrongOrders(running: RunningService, { refusal }: Recorder): Promise<void> {
  const { client } = running;
  const path = ENDPOINTS.getPayin.path.replace('{id}', randomUUID());
  await refusal(client, { method: 'GET', path });
  const body = payinBody(running, { reference_id: 'order-3001' });
  const { id } = await createdPayin(running, body);
  await refusal(client, post('createPayin', { ...body, amount: 13 }));
  await done(running, 'payins cancel', { order: id });
  await refusal(client, post('submitCardData', cardDataBody(id)));
  const paid = await paidPayin(running);
  const cancel = ENDPOINTS.cancelPayin.path.replace('{id}', paid.id);
  await refusal(client, { method: 'POST', path: cancel });
}

async function recordWrongMethods(running: RunningService, { refusal }: Recorder): Promise<void> {
  const method = { payment_method_currency: 'USD', conversion_rate: null } as const;
  const unfinished = await addMethod(running, { method });
  const { methods } = running.sandbox;
  const by = (id = '', changes: object = {}) =>
    post('createPayin', { ...payinBody(running), merchant_gate_method_id: id, ...changes });
  await refusal(running.client, by(randomUUID()));
  await refusal(running.client, by(methods['inactive_eur']));
  await refusal(running.client, by(methods['card_eur'], { currency: 'USD' }));
  await refusal(running.client, by(methods['payout_card_eur']));
  await refusal(running.client, by(unfinished));
}

/** Records an internal error, caused by a missing table, and a database that is read-only for a moment. */
async function recordFailures(running: RunningService, { refusal }: Recorder): Promise<void> {
  const { client, db } = running;
  const path = ENDPOINTS.getPayin.path.replace('{id}', randomUUID());
  await sql`alter table payins rename to payins_away`.execute(db);
  await refusal(client, { method: 'GET', path });
  await sql`alter table payins_away rename to payins`.execute(db);
  await sql`set default_transaction_read_only = on`.execute(db);
  await refusal(client, post('createPayin', payinBody(running)));
  await sql`set default_transaction_read_only = off`.execute(db);
}

function post(name: 'createPayin' | 'submitCardData', body: object): RawRequest {
  const { method, path } = ENDPOINTS[name];
  return { method, path, body: new TextEncoder().encode(JSON.stringify(body)) };
}

function asPlainText(running: RunningService): OrdersClient {
  return running.clientFor({
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Content-Type', 'text/plain');
      return fetch(url, { ...init, headers });
    },
  });
}

/** Returns one of many card numbers, with a valid check digit. */
function cardNumber(index: number): string {
  const digits = `40000000000${String(index).padStart(4, '0')}`;
  const weighted = Array.from(digits)
    .reverse()
    .map((digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return value > 9 ? value - 9 : value;
    });
  const sum = weighted.reduce((total, value) => total + value, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
