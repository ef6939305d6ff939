import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from './send.ts';
import { PAYIN_PATH, payinBody, payinIn, payWith, readPayin } from './orders.ts';
import { expectProblem } from './problems.ts';
import { written } from './rows.ts';
import { openTarget } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

function submit(body: object) {
  return send(target, { path: PAYIN_PATH, body });
}

const CUSTOMER = {
  first_name: 'Anna',
  email: 'anna@example.com',
  address: { country: 'DE', city: 'Berlin' },
};
const RETURN_URLS = { success: 'https://shop.example/thanks', fail: 'https://shop.example/sorry' };

function fullBody() {
  return payinBody(target, {
    amount: 12.5,
    customer: CUSTOMER,
    callback_url: 'https://shop.example/hooks',
    return_urls: RETURN_URLS,
    payment_method_data: { payment_url: 'https://shop.example/checkout' },
  });
}

describe('a repeated request', () => {
  it('is answered with its order, marked as replayed', async () => {
    const body = fullBody();
    const first = await submit(body);
    const again = await submit(body);
    expect(payinIn(again)).toEqual(payinIn(first));
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it("is answered with the order's present state", async () => {
    const body = fullBody();
    const { id } = payinIn(await submit(body));
    await payWith(target, id, '4242424242424242');
    expect(payinIn(await submit(body))).toEqual(await readPayin(target, id));
    expect(payinIn(await submit(body)).status).toBe('SUCCESS');
  });

  it('is the same request in any notation', async () => {
    const body = fullBody();
    const { id } = payinIn(await submit(body));
    const reversed = Object.fromEntries(Object.entries(body).toReversed());
    const rewritten = {
      ...reversed,
      amount: written('12.50'),
      merchant_gate_method_id: body.merchant_gate_method_id?.toUpperCase(),
      customer: Object.fromEntries(Object.entries(CUSTOMER).toReversed()),
    };
    for (const same of [reversed, rewritten]) {
      const answer = await submit(same);
      expect(payinIn(answer).id).toBe(id);
      expect(answer.headers['idempotent-replayed']).toBe('true');
    }
  });

  it('is the same request if one omits what the other leaves empty', async () => {
    const body = payinBody(target, { customer: { ...CUSTOMER, last_name: '' }, return_urls: {} });
    const { id } = payinIn(await submit(body));
    const { return_urls: _, ...shorter } = { ...body, customer: CUSTOMER, return_urls: {} };
    for (const same of [shorter, { ...shorter, payment_method_data: {}, callback_url: '' }]) {
      expect(payinIn(await submit(same)).id).toBe(id);
    }
  });

  it('is answered again after its order was refused for business reasons', async () => {
    const body = payinBody(target, { amount: 5_000.01 });
    const first = payinIn(await submit(body));
    expect(first.status).toBe('FAILED');
    expect(payinIn(await submit(body))).toEqual(first);
  });

  it('creates one order when sent a hundred times at once', async () => {
    const body = fullBody();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(body)));
    const ids = new Set(answers.map((answer) => payinIn(answer).id));
    expect(ids.size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(99);
  });

  it('creates one order per reference when many are sent at once', async () => {
    const bodies = Array.from({ length: 10 }, () => payinBody(target));
    const calls = bodies.flatMap((body) => Array.from({ length: 10 }, () => submit(body)));
    const orders = (await Promise.all(calls)).map(payinIn);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(10);
    expect(new Set(orders.map(({ reference_id: reference }) => reference)).size).toBe(10);
  });
});

describe('another request with a used reference', () => {
  const different: [what: string, change: object, fields: string[]][] = [
    ['amount', { amount: 12.51 }, ['amount']],
    ['currency', { currency: 'USD' }, ['currency']],
    [
      'method and currency',
      { merchant_gate_method_id: target.method('card_usd'), currency: 'USD' },
      ['currency', 'merchant_gate_method_id'],
    ],
    ['customer', { customer: { ...CUSTOMER, first_name: 'Hanna' } }, ['customer']],
    ['customer left empty', { customer: {} }, ['customer']],
    ['callback_url', { callback_url: 'https://shop.example/other' }, ['callback_url']],
    ['callback_url left out', { callback_url: undefined }, ['callback_url']],
    [
      'return_urls',
      { return_urls: { ...RETURN_URLS, pending: 'https://a.example' } },
      ['return_urls'],
    ],
    ['payment_method_data', { payment_method_data: {} }, ['payment_method_data']],
  ];

  it.each(different)('is refused naming the difference: %s', async (_what, change, fields) => {
    const body = fullBody();
    const order = payinIn(await submit(body));
    const problem = expectProblem(await submit({ ...body, ...change }), 409, 'VALIDATION_FAILED');
    expect(problem.existing_order_id).toBe(order.id);
    expect(problem.differing_fields?.toSorted()).toEqual(fields);
    expect(await readPayin(target, order.id)).toEqual(order);
  });

  it('is refused as invalid first if it is invalid', async () => {
    const body = fullBody();
    payinIn(await submit(body));
    expectProblem(await submit({ ...body, amount: 0 }), 400, 'VALIDATION_FAILED');
  });

  it('in a race creates one order, and all others are refused naming it', async () => {
    const reference_id = randomUUID();
    const amounts = Array.from({ length: 20 }, (_, index) => 10 + index);
    const answers = await Promise.all(
      amounts.map((amount) => submit(payinBody(target, { reference_id, amount }))),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const order = winner && payinIn(winner);
    for (const loser of answers.filter((answer) => answer !== winner)) {
      const problem = expectProblem(loser, 409, 'VALIDATION_FAILED');
      expect(problem.existing_order_id).toBe(order?.id);
      expect(problem.differing_fields).toEqual(['amount']);
    }
  });

  it('distinguishes references by case and by every character', async () => {
    const reference = `Ab.=-${randomUUID()}`;
    const bodies = [reference, reference.toUpperCase(), `${reference}.`, `.${reference}`].map(
      (reference_id) => payinBody(target, { reference_id }),
    );
    const orders = (await Promise.all(bodies.map(submit))).map(payinIn);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(bodies.length);
  });
});
