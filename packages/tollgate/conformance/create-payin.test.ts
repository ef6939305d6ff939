import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PAYIN_ROWS } from './body-rows.ts';
import { send } from './send.ts';
import { PAYIN_PATH, payinBody, payinIn } from './orders.ts';
import { expectInvalid, expectProblem, violationsIn } from './problems.ts';
import { describeFields } from './rows.ts';
import { openTarget } from './target.ts';
import { describeUnknownFields } from './unknown-fields.ts';

const target = await openTarget();
afterAll(() => target.close());

function validBody(overrides: object = {}) {
  return payinBody(target, overrides);
}

function submit(body: object) {
  return send(target, { path: PAYIN_PATH, body });
}

/** The reference of all refused requests: if one of them created anything, it would no longer be free. */
const refusedReference = randomUUID();

describeFields({
  rows: PAYIN_ROWS,
  validBody: () => validBody(),
  submit,
  expectAccepted(answer, field, value) {
    const order = payinIn(answer);
    const read = field.split('.').reduce<unknown>(memberOf, order);
    const isShown = field.startsWith('customer') || field in order;
    if (isShown) expect(JSON.stringify(read)).toBe(canonical(value));
  },
});

function memberOf(parent: unknown, name: string): unknown {
  return typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined;
}

/** Returns the canonical JSON of a value, since 10.50 is read back as 10.5. */
function canonical(value: unknown): string {
  return JSON.stringify(JSON.parse(JSON.stringify(value)));
}

describeUnknownFields({
  places: ['', 'customer', 'customer.address', 'payment_method_data', 'return_urls'],
  validBody: () => validBody({ reference_id: refusedReference }),
  submit,
});

describe('a payin request', () => {
  it('is answered with all its violations at once', async () => {
    const answer = await submit({
      reference_id: 'not allowed',
      currency: 'GBP',
      amount: 0,
      merchant_gate_method_id: 'card_eur',
      customer: { phone: '12345', email: 'nobody', address: { country: 'ZZ' }, nickname: 'x' },
      callback_url: 'ftp://shop.example',
      return_urls: { success: 'nowhere', elsewhere: '' },
      comment: 'unknown here',
    });
    expect(violationsIn(expectInvalid(answer)).toSorted()).toEqual([
      '/amount amount',
      '/callback_url format',
      '/comment unknown_field',
      '/currency enum',
      '/customer/address/country format',
      '/customer/email format',
      '/customer/nickname unknown_field',
      '/customer/phone pattern',
      '/merchant_gate_method_id format',
      '/reference_id pattern',
      '/return_urls/elsewhere unknown_field',
      '/return_urls/success format',
    ]);
  });

  it('is answered with every missing required field', async () => {
    expect(violationsIn(expectInvalid(await submit({}))).toSorted()).toEqual([
      '/amount required',
      '/currency required',
      '/customer required',
      '/merchant_gate_method_id required',
      '/reference_id required',
    ]);
  });

  it('leaves its reference free when refused', async () => {
    const body = validBody({ reference_id: refusedReference });
    expectInvalid(await submit({ ...body, amount: -1 }));
    expectProblem(await submit({ ...body, currency: 'USD' }), 422, 'CURRENCY_INVALID');
    const answer = await submit(body);
    expect(payinIn(answer).reference_id).toBe(refusedReference);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.each(['USD', 'UAH', 'KZT', 'USDT_TRON'])(
    'may name %s, which is then compared with the method',
    async (currency) => {
      expectProblem(await submit(validBody({ currency })), 422, 'CURRENCY_INVALID');
    },
  );

  it('may write its method id in upper case', async () => {
    const id = target.method('card_eur');
    const body = validBody({ merchant_gate_method_id: id?.toUpperCase() });
    expect(payinIn(await submit(body)).merchant_gate_method_id).toBe(id);
  });
});
