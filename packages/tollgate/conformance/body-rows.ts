/** The specification's tables of request bodies: the values that each field accepts and refuses, and why. */
import { cardDataCustomerRows, createCustomerRows } from './customer-rows.ts';
import type { FieldRow } from './rows.ts';
import { NOT_UUIDS, padded, referenceAndAmountRows, urlRow, withoutCardNumber } from './values.ts';

/** *1. POST /api/v1/orders/payin*, the table of the request body. */
export const PAYIN_ROWS: FieldRow[] = [
  ...referenceAndAmountRows(),
  ...createCustomerRows,
  urlRow('callback_url', 355),
  { field: 'return_urls', type: 'object', accepted: [{}] },
  urlRow('return_urls.success', 355),
  urlRow('return_urls.pending', 355),
  urlRow('return_urls.fail', 355),
];

/** *3. POST /api/v1/orders/payout*, the table of the request body. */
export const PAYOUT_ROWS: FieldRow[] = [
  ...referenceAndAmountRows(),
  {
    field: 'destination_account',
    type: 'string',
    required: true,
    accepted: ['', '4242424242424242', 'DE89 3704 0044', 'a@b.co', 'ключ', padded(255)],
    refused: { length: [padded(256), '𝒜'.repeat(256)], pattern: ['a\u0000b', '\ud800', '\ufeffa'] },
  },
  ...createCustomerRows,
  withoutCardNumber({
    field: 'comment',
    type: 'string',
    accepted: ['', 'Refund of order 17, as agreed: дякую!', padded(255), '𝒜'.repeat(255)],
    refused: { length: [padded(256)], pattern: ['a\u0000b', '\ufeffa'] },
  }),
];

function cardholderName(field: string): FieldRow {
  return withoutCardNumber({
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
}

function dimension(field: string): FieldRow {
  return {
    field,
    type: 'string',
    required: true,
    accepted: ['1', '1080', '99999'],
    refused: { pattern: ['', '0', '01080', '100000', '-1', '1.5', '1080px', ' 1', '1\n', '１'] },
  };
}

/** *2. POST /api/v1/orders/payin/card-data*, the tables of the request body. */
export const CARD_DATA_ROWS: FieldRow[] = [
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
