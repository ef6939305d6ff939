/** Values at the limits of the specification, shared by the tables of several endpoints. */
import { randomUUID } from 'node:crypto';
import { written, type FieldRow } from './rows.ts';

/** Returns a text of exactly this length that starts as given. */
export function padded(length: number, start = '', filler = 'a'): string {
  return start + filler.repeat(length - start.length);
}

function urlOf(length: number): string {
  return padded(length, 'https://shop.example/');
}

export const NOT_UUIDS = [
  '',
  'abc',
  '123e4567-e89b-42d3-a456-42661417400',
  '123e4567-e89b-42d3-a456-4266141740000',
  '123e4567e89b42d3a456426614174000',
  '{123e4567-e89b-42d3-a456-426614174000}',
  'urn:uuid:123e4567-e89b-42d3-a456-426614174000',
  '123e4567-e89b-42d3-a456-42661417400g',
  ' 123e4567-e89b-42d3-a456-426614174000',
];

/** A URL field: absolute http or https, without credentials, within its length. The empty text means no URL. */
export function urlRow(field: string, maxLength: number): FieldRow {
  return {
    field,
    type: 'string',
    accepted: [
      '',
      'http://shop.example',
      'https://shop.example:8443/a?b=c#d',
      'HTTPS://SHOP.EXAMPLE/',
      urlOf(maxLength),
    ],
    refused: {
      format: [
        'ftp://shop.example/file',
        'shop.example/path',
        '//shop.example/path',
        '/relative/path',
        'javascript:alert(1)',
        'data:text/html,hello',
        'https://',
        'https:///x',
        'http://.',
        'http://?shop.example',
        'https://shop..example/',
        String.raw`https://\shop.example/`,
        'https://user@shop.example/',
        'https://user:password@shop.example/',
        'https://shop.example/a b',
        ' https://shop.example/',
        'https://shop.example/\n',
        'https://shop.example:99999/',
      ],
      length: [urlOf(maxLength + 1)],
    },
  };
}

const CARD_NUMBERS = ['4242424242424242', '4242 4242 4242 4242', '4242.4242.4242.4242'];

/** Returns the row extended by card numbers as refused values. */
export function withoutCardNumber(row: FieldRow, spell = (number: string) => number): FieldRow {
  return { ...row, refused: { ...row.refused, card_number: CARD_NUMBERS.map(spell) } };
}

/** The rows that the bodies of payin and payout creation share. */
export function referenceAndAmountRows(): FieldRow[] {
  return [
    {
      field: 'reference_id',
      type: 'string',
      required: true,
      accepted: ['', randomUUID(), padded(255, randomUUID()), `A.z=0-9=${randomUUID()}`],
      refused: {
        pattern: ['a b', 'a_b', 'a/b', 'a+b', 'grün', 'line\n', 'a\u0000', 'a,b', '😀'],
        length: [padded(256), padded(10_000)],
      },
    },
    {
      field: 'currency',
      type: 'enum',
      required: true,
      accepted: [],
      refused: { enum: ['', 'eur', 'Eur', 'GBP', 'USDT', ' EUR', 'EUR ', '978'] },
    },
    {
      field: 'amount',
      type: 'number',
      required: true,
      accepted: [
        '1',
        '10.5',
        '10.50',
        '1.00',
        '0.01',
        '0.1',
        '999999999999',
        '999999999999.99',
      ].map(written),
      refused: {
        amount: [
          '0',
          '0.0',
          '0.00',
          '-0',
          '-1',
          '-0.01',
          '0.001',
          '10.001',
          '10.500',
          '0.00000001',
          '1e2',
          '1E2',
          '1e+2',
          '1e-2',
          '1.0e1',
          '0e0',
          '1000000000000',
          '1000000000000.00',
          '99999999999999999999999999',
          '1e400',
        ].map(written),
        type: ['10', '10.00', '1e2', '', '0x10', 'NaN'],
      },
    },
    {
      field: 'merchant_gate_method_id',
      type: 'string',
      required: true,
      accepted: [],
      refused: { format: NOT_UUIDS },
    },
    { field: 'payment_method_data', type: 'object', accepted: [{}] },
    withoutCardNumber(
      urlRow('payment_method_data.payment_url', 2048),
      (number) => `https://shop.example/?paid_by=${encodeURIComponent(number)}`,
    ),
  ];
}
