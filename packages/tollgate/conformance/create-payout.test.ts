import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PAYOUT_ROWS } from './body-rows.ts';
import { send } from './send.ts';
import { createPayin } from './orders.ts';
import {
  createPayout,
  isFinal,
  PAYOUT_PATH,
  payoutBody,
  payoutIn,
  payoutWhen,
  readPayout,
} from './payouts.ts';
import { expectInvalid, expectProblem, violationsIn } from './problems.ts';
import { describeFields } from './rows.ts';
import { openTarget } from './target.ts';
import { describeUnknownFields } from './unknown-fields.ts';
import { NOT_UUIDS, padded } from './values.ts';

const target = await openTarget();
afterAll(() => target.close());

function submit(body: object) {
  return send(target, { path: PAYOUT_PATH, body });
}

function methodOf(name: string) {
  return { merchant_gate_method_id: target.method(name) };
}

describeFields({
  rows: PAYOUT_ROWS,
  validBody: () => payoutBody(target),
  submit,
  expectAccepted(answer, field, value) {
    const order = payoutIn(answer);
    if (field === 'comment') expect(order.comment ?? '').toBe(value);
    if (field === 'reference_id') expect(order.reference_id).toBe(value);
  },
});

describeUnknownFields({
  places: ['', 'customer', 'customer.address', 'payment_method_data'],
  validBody: () => payoutBody(target),
  submit,
});

describe('a payout request', () => {
  it('is answered with all its violations at once', async () => {
    const answer = await submit({
      reference_id: 'not allowed',
      currency: 'GBP',
      amount: 0,
      destination_account: padded(256),
      merchant_gate_method_id: 'payout',
      customer: { phone: '12345' },
      comment: 1,
      callback_url: 'https://shop.example',
      return_urls: {},
    });
    expect(violationsIn(expectInvalid(answer)).toSorted()).toEqual([
      '/amount amount',
      '/callback_url unknown_field',
      '/comment type',
      '/currency enum',
      '/customer/phone pattern',
      '/destination_account length',
      '/merchant_gate_method_id format',
      '/reference_id pattern',
      '/return_urls unknown_field',
    ]);
  });

  it.each([
    ['an unknown method', { merchant_gate_method_id: randomUUID() }, 'METHOD_NOT_FOUND'],
    ['a payin method', methodOf('card_eur'), 'PAYMENT_METHOD_NOT_SUPPORTED'],
    ['a payin method that is switched off', methodOf('inactive_eur'), 'METHOD_INACTIVE'],
    ["a currency that is not the method's", { currency: 'USD' }, 'CURRENCY_INVALID'],
  ])('with %s creates no order and leaves its reference free', async (_why, overrides, code) => {
    const reference_id = randomUUID();
    expectProblem(await submit(payoutBody(target, { ...overrides, reference_id })), 422, code);
    const answer = await submit(payoutBody(target, { reference_id }));
    expect(payoutIn(answer).reference_id).toBe(reference_id);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('that is repeated is answered with its order', async () => {
    const body = payoutBody(target, { comment: 'once' });
    const { id } = payoutIn(await submit(body));
    const again = await submit(body);
    expect(payoutIn(again).id).toBe(id);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await submit({ ...body, destination_account: '4111111111111111' });
    const problem = expectProblem(other, 409, 'VALIDATION_FAILED');
    expect(problem).toMatchObject({
      existing_order_id: id,
      differing_fields: ['destination_account'],
    });
    expect(other.text).not.toMatch(/4000000000000002|4111111111111111/);
  });

  it('creates one order when sent fifty times at once', async () => {
    const body = payoutBody(target);
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(body)));
    expect(new Set(answers.map((answer) => payoutIn(answer).id)).size).toBe(1);
  });

  it('may use the reference of a payin', async () => {
    const { id, reference_id } = await createPayin(target);
    expect((await createPayout(target, { reference_id })).id).not.toBe(id);
  });
});

/** Business refusals of payouts (`docs/resolution-codes.md`). */
const FAILED: [why: string, overrides: object, code: string][] = [
  ['an amount above the limit', { amount: 50_000.01 }, 'AMOUNT_OVER_LIMIT'],
  ['an amount below the limit', { amount: 0.99 }, 'AMOUNT_UNDER_LIMIT'],
  ['more than there is', { amount: 50_000 }, 'BALANCE_INSUFFICIENT'],
  [
    'a card number with a wrong check digit',
    { destination_account: '4242424242424241' },
    'DESTINATION_ACCOUNT_INVALID',
  ],
  ['a destination that is no card', { destination_account: 'DE89' }, 'DESTINATION_ACCOUNT_INVALID'],
  ['an empty destination', { destination_account: '' }, 'DESTINATION_ACCOUNT_INVALID'],
  [
    'a TRON address with a wrong checksum',
    {
      ...methodOf('payout_crypto_usdt'),
      currency: 'USDT_TRON',
      destination_account: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    },
    'DESTINATION_ACCOUNT_INVALID',
  ],
];

describe('a payout', () => {
  it.each(FAILED)('of %s is FAILED at once, and can be read back', async (_why, change, code) => {
    const order = await createPayout(target, change);
    const outcome = { status: 'FAILED', resolution: 'SYSTEM_ERROR', resolution_code: code };
    expect(order).toMatchObject(outcome);
    expect(await readPayout(target, order.id)).toEqual(order);
  });

  it.each([
    ['4242 4242 4242 4242', '424242******4242'],
    ['４２４２.４２４２.４２４２.４２４２', '424242******4242'],
    ['4242424242424242 Ivan Petrov', '424242******4242'],
    ['4242 4242 4242 4241', '*******************'],
  ])('to %j shows only a mask of it', async (destination_account, masked) => {
    const order = await createPayout(target, { destination_account });
    expect(order.destination_account).toBe(masked);
  });

  it.each([
    ['4242424242424242', { status: 'SUCCESS', resolution: 'OK' }],
    ['4000000000000002', { status: 'FAILED', resolution: 'PROVIDER_ERROR' }],
    ['4000000000000077', { status: 'SUCCESS', resolution: 'OK' }],
  ])('to %s ends as the acquirer decides, with its card masked', async (destination, outcome) => {
    const { id } = await createPayout(target, { destination_account: destination });
    target.advance(5_000);
    const masked = `${destination.slice(0, 6)}******${destination.slice(-4)}`;
    const order = await payoutWhen(target, id, isFinal);
    expect(order).toMatchObject({ ...outcome, destination_account: masked });
    expect(order.update_date).toBeGreaterThanOrEqual(order.create_date);
  });

  it('costs its amount plus the fee', async () => {
    expect(await createPayout(target, { amount: 100 })).toMatchObject({
      amount: 100,
      fee_percent: 1,
      fee_fixed: 0.25,
      fee_total: 1.25,
      total: 101.25,
    });
  });

  it('to a TRON address shows it unmasked', async () => {
    const destination_account = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const { id } = await createPayout(target, {
      ...methodOf('payout_crypto_usdt'),
      currency: 'USDT_TRON',
      amount: 0.5,
      destination_account,
    });
    expect(await payoutWhen(target, id, isFinal)).toMatchObject({
      payment_source: 'CRYPTO',
      destination_account,
      status: 'SUCCESS',
    });
  });
});

describe('the id of a payout', () => {
  it('that is no UUID is refused naming it', async () => {
    const value = NOT_UUIDS.at(-1) ?? '';
    const answer = await send(target, { path: `${PAYOUT_PATH}/${encodeURIComponent(value)}` });
    expect(violationsIn(expectInvalid(answer))).toEqual(['id format']);
  });

  it("that is unknown, or a payin's, is not found", async () => {
    const payin = await createPayin(target);
    for (const id of [randomUUID(), payin.id]) {
      const answer = await send(target, { path: `${PAYOUT_PATH}/${id}` });
      expectProblem(answer, 404, 'RESOURCE_NOT_FOUND');
    }
  });

  it.skipIf(!target.otherKey)("of another merchant's payout is not found", async () => {
    const { otherKey: key = target.key } = target;
    const { id } = await createPayout(target);
    const answer = await send(target, { path: `${PAYOUT_PATH}/${id}`, key });
    expectProblem(answer, 404, 'RESOURCE_NOT_FOUND');
  });
});
