import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valueIn } from '#contract/client/result.ts';
import { REFUSALS_IN_WORDS } from '#domain/order/reasons.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { readReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests({ env: { CARD_DECLINES_PER_HOUR: '1' } });
const DAY_MS = 86_400_000;
const DECLINED = '4000000000000002';
const OTHER_DECLINED = '4000000000009995';
const APPROVED = '5555555555554444';
const ADDRESS = '2001:DB8::7';
const EMAIL = 'refused@shop.example';

interface Submission {
  id?: string;
  card?: string;
  email?: string;
  client?: typeof running.client;
}

async function submit({ id, card = DECLINED, email, client = running.client }: Submission = {}) {
  const orderId = id ?? (await createdPayin(running)).id;
  const body = cardDataBody(orderId, { card_number: card });
  const customer = email === undefined ? {} : { customer: { email } };
  await client.submitCardData({ ...body, ...customer }, { 'X-Payer-Address': ADDRESS });
  return valueIn(await running.client.getPayin(orderId));
}

function onPage() {
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  return running.clientFor({ apiKeyId, apiSecret });
}

async function limitOrder(failed: number) {
  const merchant = running.sandbox.merchant_id;
  const limits = { merchant, card_testing: 'on', failed_cards_per_order: failed };
  expect(await running.operator('limits change', limits)).toMatchObject({ status: 200 });
}

const ids = z.object({ orders: z.array(z.object({ id: z.string() })) });

async function found(input: object) {
  const { status, body } = await running.operator('orders search', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return ids.parse(body).orders.map(({ id }) => id);
}

async function show(order: string) {
  const { body } = await running.operator('orders show', { order });
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${DECLINED}|${OTHER_DECLINED}`));
  return body;
}

describe('an order that a limit failed', () => {
  let refused: string;

  beforeAll(async () => {
    await submit();
    const order = await submit({ email: EMAIL });
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
    });
    refused = order.id;
  });

  it('keeps the masked card, the payer and the name of the limit, and names it to everybody', async () => {
    const { label, customer } = REFUSALS_IN_WORDS.card_declines_per_hour;
    const shown = {
      account: '400000******0002',
      card_brand: 'visa',
      refused_by: 'card_declines_per_hour',
      payer_address: ADDRESS.toLowerCase(),
      customer: { email: EMAIL },
      reason: { label, tell_customer: customer },
    };
    const body = await show(refused);
    expect(body).toMatchObject(shown);
    expect(JSON.stringify(body)).toContain('The card was declined too often in an hour');
    const input = { role: 'merchant', merchant: running.sandbox.merchant_id } as const;
    const { cookie } = await newPerson(running, input);
    const own = await commandAs(running, cookie, 'orders show', { order: refused });
    expect(own.body).toMatchObject(shown);
  });

  it.each([
    ['its card', { last_four: '0002', status: 'FAILED' }],
    ['its e-mail address', { email: EMAIL }],
    ["its payer's address", { payer_address: ADDRESS }],
    ['a text that is the address', { text: ADDRESS }],
    ['the limit', { reason: 'card_declines_per_hour' }],
    ['a text that is the name of the limit', { text: 'card_declines_per_hour' }],
    ['its resolution code', { reason: 'BLACKLISTED_INPUT_DATA' }],
  ])('is found by %s', async (_by, input) => {
    expect(await found(input)).toEqual([refused]);
  });

  it('is in the report with its card and limit, and without its payer', async () => {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const period = { from: day(Date.now() - DAY_MS), to: day(Date.now() + DAY_MS) };
    const rows = await readReport(running, 'orders', period);
    const row = rows.find(({ id }) => id === refused);
    expect(row).toMatchObject({
      account: '400000******0002',
      refused_by: 'card_declines_per_hour',
      reason: 'Card declined too often in an hour',
    });
    expect(JSON.stringify(row)).not.toMatch(/2001:db8|refused@/i);
  });

  it("loses its payer's address when its customer's data are erased", async () => {
    expect(await running.operator('customers erase', { email: EMAIL })).toMatchObject({
      status: 200,
    });
    expect(await show(refused)).toMatchObject({
      refused_by: 'card_declines_per_hour',
      payer_address: null,
      customer: {},
    });
  });
});

describe('an order that a block list refused when it was created', () => {
  it('names the list, is found by it, and was not submitted', async () => {
    const merchant = running.sandbox.merchant_id;
    const email = 'blocked@shop.example';
    const blocked = await running.operator('blocks add', { merchant, kind: 'email', value: email });
    expect(blocked.status).toBe(200);
    const { id } = await createdPayin(running, { customer: { email } });
    const { label } = REFUSALS_IN_WORDS.block_list;
    expect(await show(id)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
      refused_by: 'block_list',
      reason: { label },
      why: `${REFUSALS_IN_WORDS.block_list.explanation} Nothing was sent to an acquirer.`,
    });
    expect(await found({ reason: 'block_list' })).toEqual([id]);
    expect(await found({ reason: 'block_list', step: 'submitted' })).toEqual([]);
    const day = new Date().toISOString().slice(0, 10);
    const rows = await readReport(running, 'orders', { from: day, to: day });
    expect(rows.find((row) => row['id'] === id)).toMatchObject({ refused_by: 'block_list' });
    const { id: payout } = await createdPayout(running, { customer: { email } });
    expect(await show(payout)).toMatchObject({ refused_by: 'block_list', reason: { label } });
    expect(await found({ reason: 'block_list' })).toEqual([payout, id]);
    expect(await found({ reason: 'do_not_try_again' })).toEqual([]);
  });
});

describe('an order whose card a limit refused on the payment page', () => {
  it('waits, and says so until an acquirer gets a card', async () => {
    await limitOrder(1);
    const { id } = await submit({ card: OTHER_DECLINED });
    expect(await submit({ id, card: APPROVED, client: onPage() })).toMatchObject({
      status: 'CREATED',
      card_number: '555555******4444',
    });
    const limit = 'failed_cards_per_order';
    expect(await show(id)).toMatchObject({ refused_by: limit, account: '555555******4444' });
    expect(JSON.stringify(await show(id))).toContain('The last card was refused: Too many');
    expect(await found({ reason: limit })).toEqual([id]);
    expect(await found({ step: 'submitted', reason: limit })).toEqual([id]);
    await limitOrder(10);
    expect(await submit({ id, card: '4242424242424242' })).toMatchObject({ status: 'SUCCESS' });
    expect(await show(id)).toMatchObject({ refused_by: null, payer_address: null });
    expect(await found({ reason: limit })).toEqual([]);
  });

  it('was not paid because of the limit, when it expires', async () => {
    await limitOrder(1);
    const { id } = await submit({ card: '4000000000000127' });
    await submit({ id, card: APPROVED, client: onPage() });
    expect(await running.client.triggerExpiry({ payin_id: id })).toMatchObject({ ok: true });
    const { label, customer } = REFUSALS_IN_WORDS.failed_cards_per_order;
    expect(await show(id)).toMatchObject({
      status: 'CLOSED',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
      reason: { label, tell_customer: customer },
    });
  });
});
