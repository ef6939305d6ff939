import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { CARD_DATA_ROWS } from './body-rows.ts';
import { send, type Answer } from './send.ts';
import { CARD_DATA_PATH, cardDataBody, createPayin, readPayin } from './orders.ts';
import { expectCommonHeaders, expectInvalid, expectProblem, violationsIn } from './problems.ts';
import { changed, describeFields } from './rows.ts';
import { openTarget } from './target.ts';
import { describeUnknownFields } from './unknown-fields.ts';

const target = await openTarget();
afterAll(() => target.close());

/** The order of all refused requests, none of which may change it. */
const untouched = await createPayin(target);

function validBody(orderId = untouched.id) {
  return cardDataBody(orderId);
}

function submit(body: object) {
  return send(target, { path: CARD_DATA_PATH, body });
}

function expectAccepted(answer: Answer): void {
  expect(answer).toMatchObject({ status: 200, text: '' });
  expectCommonHeaders(answer);
}

describeFields({
  rows: CARD_DATA_ROWS,
  validBody: () => validBody(),
  acceptingBody: async () => validBody((await createPayin(target)).id),
  submit,
  async expectAccepted(answer, field, value, { order_id: id }) {
    expectAccepted(answer);
    const order = await readPayin(target, String(id));
    expect(order.card_number).toMatch(/^\d{6}\*+\d{4}$/);
    if (field.startsWith('customer')) {
      expect(order).toMatchObject(changed({ customer: {} }, field, value));
    }
  },
});

describeUnknownFields({
  places: ['', 'customer', 'customer.address', 'browser_info'],
  validBody: () => validBody(),
  submit,
});

describe('card data', () => {
  it('is answered with all its violations at once', async () => {
    const answer = await submit({
      order_id: 'an order',
      card_number: '4242424242424241',
      cvv: '12',
      exp_month: '13',
      exp_year: '2039',
      customer: { first_name: '', phone: '12345', address: { city: '', region: 'x' } },
      browser_info: { ...validBody().browser_info, timezone: '+60', java_enabled: 'no' },
      remember: true,
    });
    expect(violationsIn(expectInvalid(answer)).toSorted()).toEqual([
      '/browser_info/java_enabled type',
      '/browser_info/timezone pattern',
      '/card_number format',
      '/customer/address/city pattern',
      '/customer/address/region unknown_field',
      '/customer/first_name pattern',
      '/customer/phone pattern',
      '/cvv pattern',
      '/exp_month pattern',
      '/exp_year pattern',
      '/order_id format',
      '/remember unknown_field',
    ]);
  });

  it('is answered with every missing required field', async () => {
    expect(violationsIn(expectInvalid(await submit({}))).toSorted()).toEqual(
      ['browser_info', 'card_number', 'customer', 'cvv', 'exp_month', 'exp_year', 'order_id'].map(
        (field) => `/${field} required`,
      ),
    );
    const empty = await submit({ ...validBody(), browser_info: {} });
    expect(violationsIn(expectInvalid(empty))).toHaveLength(8);
  });

  it('lists an expired card with all other violations', async () => {
    const answer = await submit({ ...validBody(), exp_year: '20', cvv: '1' });
    expect(violationsIn(expectInvalid(answer)).toSorted()).toEqual([
      '/cvv pattern',
      '/exp_year expired',
    ]);
  });

  it('for an unknown order is answered 404', async () => {
    expectProblem(await submit(validBody(randomUUID())), 404, 'RESOURCE_NOT_FOUND');
  });

  it("is accepted with the order's id in upper case", async () => {
    const { id } = await createPayin(target);
    expectAccepted(await submit(validBody(id.toUpperCase())));
  });

  it('that was refused leaves its order unchanged, and payable', async () => {
    expect(await readPayin(target, untouched.id)).toEqual(untouched);
    expectAccepted(await submit(validBody()));
    expect(await readPayin(target, untouched.id)).toMatchObject({
      status: 'SUCCESS',
      card_number: '424242******4242',
    });
  });
});
