import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '#service/http/problems.ts';
import { send, type Call } from '../../../packages/tollgate/conformance/send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  createPayin,
  PAYIN_PATH,
  payinBody,
  payWith,
} from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const PAYOUT_PATH = '/api/v1/orders/payout';
/** A limit that the other tests of this file do not reach with one key. */
const REQUESTS_PER_MINUTE = 100;

/** A card declined as often as the merchant's limit allows. */
const DECLINED = '4000000000009995';

const running = serviceForTests({ env: { REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE) } });
const target = targetOf(running);
let paidId: string;
let waitingId: string;
/** A payin with a declined card. */
let triedId: string;
let takenReference: string;
let methods: Record<'inactive' | 'misconfigured' | 'payout', string>;

beforeAll(async () => {
  const paid = await createPayin(target);
  paidId = paid.id;
  takenReference = paid.reference_id;
  waitingId = (await createPayin(target)).id;
  // Not the refused card: the same bytes signed in the same second would be the same request.
  await payWith(target, paidId, '5555555555554444');
  triedId = (await createPayin(target)).id;
  await payWith(target, triedId, DECLINED);
  const merchant = running.sandbox.merchant_id;
  await running.operator('limits change', {
    merchant,
    retry_rules: 'on',
    card_declines_per_day: 1,
    card_testing: 'on',
    failed_cards_per_order: 1,
  });
  methods = {
    inactive: await addMethod(running, { method: { active: false } }),
    misconfigured: await addMethod(running, { account: false }),
    payout: await addMethod(running, { method: { direction: 'payout' } }),
  };
});

function pageKey() {
  const { keyId, secret } = running.service.pageKey;
  return { id: keyId, secret };
}

function create(overrides: object): Call {
  return {
    path: PAYIN_PATH,
    body: payinBody(target, overrides),
  };
}

function badHeaders(headers: NonNullable<Call['headers']>): Call {
  return { ...create({}), headers };
}

function methodOf(merchant_gate_method_id: string) {
  return create({ merchant_gate_method_id });
}

/** Calls for each problem with status 4xx that a request can cause. */
const CALLS: Record<string, () => Call[]> = {
  unauthorized: () => [
    badHeaders({ 'X-Signature': 'ab'.repeat(32) }),
    badHeaders({ 'X-Signature': undefined }),
    badHeaders({ 'X-Api-Key-Id': randomUUID() }),
  ],
  timestamp_out_of_range: () => [{ ...create({}), skewSeconds: 400 }],
  timestamp_in_milliseconds: () => [badHeaders({ 'X-Timestamp': String(Date.now()) })],
  timestamp_in_microseconds: () => [badHeaders({ 'X-Timestamp': `${Date.now()}000` })],
  timestamp_in_nanoseconds: () => [badHeaders({ 'X-Timestamp': `${Date.now()}000000` })],
  forbidden: () => [{ ...create({}), key: pageKey() }],
  invalid: () => [
    create({ amount: -1 }),
    create({ unknown: 1 }),
    { path: PAYOUT_PATH, body: {} },
    { path: CARD_DATA_PATH, body: cardDataBody(paidId, { cvv: 'x' }) },
  ],
  not_found: () => [
    { path: `${PAYIN_PATH}/${randomUUID()}` },
    { path: CARD_DATA_PATH, body: cardDataBody(randomUUID()) },
  ],
  refund_not_found: () => [{ path: `/api/merchant/v1/refunds/${randomUUID()}` }],
  link_not_found: () => [
    { path: `/api/merchant/v1/links/${randomUUID()}` },
    { method: 'POST', path: `/api/merchant/v1/links/${randomUUID()}/close` },
  ],
  dispute_not_found: () => [
    { path: `/api/merchant/v1/disputes/${randomUUID()}` },
    { path: '/api/merchant/v1/sandbox/dispute-deadline', body: { dispute_id: randomUUID() } },
  ],
  no_such_webhook: () => [
    { path: `/api/merchant/v1/webhooks/${randomUUID()}` },
    { method: 'POST', path: `/api/merchant/v1/webhooks/${randomUUID()}/resend` },
  ],
  no_such_path: () => [{ ...create({}), path: '/api/v1/orders/refund' }],
  method_not_allowed: () => [{ ...create({}), method: 'PUT' }],
  duplicate: () => [create({ reference_id: takenReference, amount: 99 })],
  not_awaiting_card_data: () => [{ path: CARD_DATA_PATH, body: cardDataBody(paidId) }],
  not_awaiting_challenge: () => [
    {
      method: 'POST',
      path: `/api/page/v1/checkouts/${paidId}/give-up-challenge`,
      key: pageKey(),
    },
    {
      method: 'POST',
      path: `/api/page/v1/checkouts/${paidId}/give-up-transfer`,
      key: pageKey(),
    },
    {
      path: `/api/page/v1/checkouts/${paidId}/complete-challenge`,
      body: { members: {} },
      key: pageKey(),
    },
  ],
  not_refundable: () => [
    {
      path: '/api/merchant/v1/refunds',
      body: { payin_id: waitingId, reference_id: randomUUID() },
    },
  ],
  not_cancellable: () => [{ method: 'POST', path: `/api/merchant/v1/payins/${paidId}/cancel` }],
  nothing_to_trigger: () => [
    { path: '/api/merchant/v1/sandbox/expiry', body: { payin_id: paidId } },
    { path: '/api/merchant/v1/sandbox/release', body: { payin_id: waitingId } },
    { path: '/api/merchant/v1/sandbox/redelivery', body: { order_id: waitingId } },
  ],
  malformed: () => [badHeaders({ Host: 'a b' })],
  too_large: () => [create({ comment: 'x'.repeat(70_000) })],
  unsupported_type: () => [badHeaders({ 'Content-Type': 'text/plain' })],
  unsupported_encoding: () => [
    badHeaders({ 'Content-Encoding': 'gzip' }),
    badHeaders({ 'Content-Encoding': 'gzip', 'X-Signature': 'ab'.repeat(32) }),
  ],
  head_too_large: () => [badHeaders({ 'X-Long': 'x'.repeat(20_000) })],
  METHOD_NOT_FOUND: () => [methodOf(randomUUID())],
  METHOD_INACTIVE: () => [methodOf(methods.inactive)],
  CURRENCY_INVALID: () => [create({ currency: 'USD' })],
  PAYMENT_METHOD_NOT_SUPPORTED: () => [methodOf(methods.payout)],
  another_card: () => [
    {
      path: CARD_DATA_PATH,
      body: cardDataBody(waitingId, { card_number: DECLINED }),
      key: pageKey(),
    },
  ],
  MERCHANT_MISCONFIGURATION: () => [methodOf(methods.misconfigured)],
  too_many_cards: () => [{ path: CARD_DATA_PATH, body: cardDataBody(triedId), key: pageKey() }],
  too_many_requests: () =>
    Array.from({ length: 2 * REQUESTS_PER_MINUTE }, () => create({ amount: -1 })),
};
/** `too_slow` takes half a minute to provoke; the body never arrives, so the request is not processed. */
const NOT_CALLED = ['too_slow'];

/** Tables that background work writes: webhooks of earlier orders, counters and ledger checks. */
const OF_OTHERS = [
  'webhook_attempts',
  'order_counts',
  'ledger_checks',
  'order_count_changes',
  'amount_part_counts',
  'stale_hours',
  'attempt_counters',
  'conversion_counters',
];

/** Returns the number of rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(running.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => !OF_OTHERS.includes(table.name))) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)}`.execute(running.db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

describe('a refusal with 4xx writes no row:', () => {
  const refusals = Object.entries(PROBLEMS)
    .filter(([name, [status]]) => status < 500 && !NOT_CALLED.includes(name))
    .map(([name, [status]]) => [name, status] as const);

  it.each(refusals)('%s', async (name, status) => {
    const calls = CALLS[name]?.() ?? [];
    expect(calls.length, `a call that meets ${name}`).toBeGreaterThan(0);
    const before = await countRows();
    const answers = await Promise.all(calls.map((call) => send(target, call)));
    const refused = answers.filter((answer) => answer.status === status);
    // The rate limit refuses only the requests beyond it.
    expect(refused.length).toBeGreaterThan(0);
    if (name !== 'too_many_requests') expect(refused.length).toBe(calls.length);
    expect(refused[0]?.text).toContain(`#${name.toLowerCase().replaceAll('_', '-')}"`);
    expect(await countRows()).toEqual(before);
  });
});

describe('500 and 503', () => {
  it('leave the effect unknown, and ask to repeat the same request', async () => {
    await sql`alter table payins rename to payins_hidden`.execute(running.db);
    try {
      const { apiKeyId, apiSecret } = otherKey();
      const other = running.clientFor({ apiKeyId, apiSecret });
      const result = await other.getPayin(paidId);
      expect(result).toMatchObject({ ok: false, status: 500, effect: 'unknown' });
      expect(!result.ok && result.problem?.detail).toMatch(/unknown.*repeat the same request/i);
    } finally {
      await sql`alter table payins_hidden rename to payins`.execute(running.db);
    }
  });

  function otherKey() {
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
    return { apiKeyId, apiSecret };
  }
});
