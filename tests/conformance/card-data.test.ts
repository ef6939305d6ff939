import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { cardDataCustomerRows } from './customer-rows.ts';
import { send, type Answer } from './send.ts';
import { CARD_DATA_PATH, cardDataBody, createPayin, readPayin } from './orders.ts';
import { expectCommonHeaders, expectInvalid, expectProblem, violationsIn } from './problems.ts';
import { changed, describeFields, shown, type FieldRow } from './rows.ts';
import { openTarget } from './target.ts';
import { describeUnknownFields } from './unknown-fields.ts';
import { NOT_UUIDS, padded, withoutCardNumber } from './values.ts';

const target = await openTarget();
afterAll(() => target.close());

const cardholderName = (field: string): FieldRow =>
  withoutCardNumber({
    field,
    type: 'string',
    accepted: [
      '',
      'Anna',
      '李小龍 2., _',
      'O‘Brien',
      'ג׳ון',
      'علی\u200cرضا',
      'ジョン・スミス',
      padded(255),
      '𝒜'.repeat(255),
    ],
    refused: { length: [padded(256), '𝒜'.repeat(256)], pattern: ['Anna\u0000', '\ufeffAnna'] },
  });

const dimension = (field: string): FieldRow => ({
  field,
  type: 'string',
  required: true,
  accepted: ['1', '1080', '99999'],
  refused: { pattern: ['', '0', '01080', '100000', '-1', '1.5', '1080px', ' 1', '1\n', '１'] },
});

/** *2. POST /api/v1/orders/payin/card-data*, the tables of the request body. */
const ROWS: FieldRow[] = [
  {
    field: 'order_id',
    type: 'string',
    required: true,
    accepted: [],
    refused: { format: NOT_UUIDS },
  },
  {
    field: 'card_number',
    type: 'string',
    required: true,
    accepted: [
      '4242424242424242',
      '4242 4242 4242 4242',
      '4242-4242-4242-4242',
      ' 42424242 42424242 ',
      '500000000009',
      '6304000000000000000',
    ],
    refused: {
      format: [
        '',
        '4242424242424241',
        '50000000005',
        '63040000000000000000',
        '424242424242424O',
        '4242.4242.4242.4242',
        '4242\t4242\t4242\t4242',
        '４２４２４２４２４２４２４２４２',
        '4242424242424242\n',
        '----------------',
      ],
    },
  },
  cardholderName('first_name'),
  cardholderName('last_name'),
  {
    field: 'cvv',
    type: 'string',
    required: true,
    accepted: ['000', '123', '9999'],
    refused: { pattern: ['', '12', '12345', '12a', ' 123', '123 ', '123\n', '١٢٣', '1.3'] },
  },
  {
    field: 'exp_month',
    type: 'string',
    required: true,
    accepted: ['01', '09', '10', '12'],
    refused: { pattern: ['', '00', '13', '1', '001', '1a', '12 ', '12\n', '٠١'] },
  },
  {
    field: 'exp_year',
    type: 'string',
    required: true,
    accepted: ['39', '40'],
    refused: { pattern: ['', '9', '2039', '3a', '39 ', '39\n', '٣٩'], expired: ['20', '25'] },
  },
  ...cardDataCustomerRows,
  { field: 'browser_info', type: 'object', required: true, accepted: [] },
  {
    field: 'browser_info.color_depth',
    type: 'string',
    required: true,
    accepted: ['1', '24', '48', '1000000000'],
    refused: { pattern: ['', '0', '024', '24.0', '-24', ' 24', '24\n'] },
  },
  {
    field: 'browser_info.java_enabled',
    type: 'boolean',
    required: true,
    accepted: [true, false],
    refused: { type: ['true', 0, 1] },
  },
  dimension('browser_info.screen_height'),
  dimension('browser_info.screen_width'),
  {
    field: 'browser_info.timezone',
    type: 'string',
    required: true,
    accepted: ['0', '-840', '720', '9999', '-9999'],
    refused: { pattern: ['', '+60', '12345', '-12345', '-', '1.0', ' 60', '60\n'] },
  },
  {
    field: 'browser_info.device_channel',
    type: 'enum',
    required: true,
    accepted: ['01', '02', '03'],
    refused: { enum: ['', '1', '00', '04', '02 '] },
  },
  dimension('browser_info.window_height'),
  dimension('browser_info.window_width'),
];

/** All refused requests are about one order, which must not notice any of them. */
const untouched = await createPayin(target);

const validBody = (orderId = untouched.id) => cardDataBody(orderId);
const submit = (body: object) => send(target, { path: CARD_DATA_PATH, body });

function expectAccepted(answer: Answer): void {
  expect(answer).toMatchObject({ status: 200, text: '' });
  expectCommonHeaders(answer);
}

describeFields({
  rows: ROWS.map((row) => ({ ...row, accepted: [] })),
  validBody: () => validBody(),
  submit,
  expectAccepted: () => undefined,
});

describe('accepted card data', () => {
  const accepted = ROWS.flatMap(({ field, accepted: values }) =>
    values.map((value): [string, string, unknown] => [field, shown(value), value]),
  );

  it.concurrent.each(accepted)('%s may be %s', async (field, _shown, value) => {
    const { id } = await createPayin(target);
    expectAccepted(await submit(changed(validBody(id), field, value)));
    const order = await readPayin(target, id);
    expect(order.card_number).toMatch(/^\d{6}\*+\d{4}$/);
    if (field.startsWith('customer')) {
      expect(order).toMatchObject(changed({ customer: {} }, field, value));
    }
  });
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

  it('is answered with every required field that it lacks', async () => {
    expect(violationsIn(expectInvalid(await submit({}))).toSorted()).toEqual(
      ['browser_info', 'card_number', 'customer', 'cvv', 'exp_month', 'exp_year', 'order_id'].map(
        (field) => `/${field} required`,
      ),
    );
    const empty = await submit({ ...validBody(), browser_info: {} });
    expect(violationsIn(expectInvalid(empty))).toHaveLength(8);
  });

  it('lists an expired card beside all other violations', async () => {
    const answer = await submit({ ...validBody(), exp_year: '20', cvv: '1' });
    expect(violationsIn(expectInvalid(answer)).toSorted()).toEqual([
      '/cvv pattern',
      '/exp_year expired',
    ]);
  });

  it('for an order that does not exist finds none', async () => {
    expectProblem(await submit(validBody(randomUUID())), 404, 'RESOURCE_NOT_FOUND');
  });

  it('is taken for an order whose id is written in upper case', async () => {
    const { id } = await createPayin(target);
    expectAccepted(await submit(validBody(id.toUpperCase())));
  });

  it('that was refused leaves its order as it was, and payable', async () => {
    expect(await readPayin(target, untouched.id)).toEqual(untouched);
    expectAccepted(await submit(validBody()));
    expect(await readPayin(target, untouched.id)).toMatchObject({
      status: 'SUCCESS',
      card_number: '424242******4242',
    });
  });
});
