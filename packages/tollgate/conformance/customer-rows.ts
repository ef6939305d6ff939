/** *Customer in create requests* and the customer of card data: the same fields with other permitted letters. */
import type { FieldRow } from './rows.ts';
import { padded, withoutCardNumber } from './values.ts';

/** Returns a domain of exactly this many characters. */
function domainOf(length: number) {
  return `${`${'a'.repeat(59)}.`.repeat(3)}${'b'.repeat(length - 180)}`;
}

const shared: FieldRow[] = [
  {
    field: 'customer.reference_id',
    type: 'string',
    accepted: ['a', 'A_z-9', padded(64)],
    refused: { pattern: ['', 'a b', 'a.b', 'a=b', 'ä', 'line\n', padded(65)] },
  },
  {
    field: 'customer.email',
    type: 'string',
    accepted: [
      'a@b.co',
      'first.last+tag@sub.example.com',
      "o'brien@example.com",
      `${padded(64)}@example.com`,
      `${padded(64)}@${domainOf(189)}`,
      'a@xn--mnchen-3ya.example',
    ],
    refused: {
      format: [
        '',
        'plain',
        'a@',
        '@b.co',
        'a@b',
        'a b@c.co',
        'a@b..co',
        '.a@b.co',
        'a.@b.co',
        'a..b@c.co',
        'a@-b.co',
        'a@b-.co',
        'a@b_c.co',
        'a@127.0.0.1',
        'a@b.co ',
        'a@b.co\n',
        'a@b@c.co',
        'Name <a@b.co>',
        `${padded(65)}@example.com`,
      ],
      length: [`${padded(64)}@${domainOf(190)}`],
    },
  },
  {
    field: 'customer.phone',
    type: 'string',
    accepted: ['+12345', `+${'9'.repeat(30)}`],
    refused: {
      pattern: [
        '',
        '+1234',
        `+${'9'.repeat(31)}`,
        '12345',
        '0012345',
        '++12345',
        '+1 2345',
        '+12345a',
        '+12-345',
        '+١٢٣٤٥',
        '+12345\n',
      ],
    },
  },
  { field: 'customer.address', type: 'object', accepted: [{}] },
  {
    field: 'customer.address.country',
    type: 'string',
    accepted: ['DE', 'GB', 'UA', 'ZW'],
    refused: { format: ['', 'D', 'DEU', 'de', 'ZZ', 'XX', 'EU', 'UK', '00', 'D ', 'ДE'] },
  },
  withoutCardNumber({
    field: 'customer.address.post_code',
    type: 'string',
    accepted: ['', 'SW1A 1AA', '01-234', 'почта', padded(50), '𝒜'.repeat(50)],
    refused: { length: [padded(51), '𝒜'.repeat(51)], pattern: ['1\u0000', '\ud800', '\ufeff1'] },
  }),
];

function latinName(field: string): FieldRow {
  return {
    field,
    type: 'string',
    accepted: ['', 'A', "O'Brien-Smith", 'O’Neil', 'José', 'Łukasz', 'Jose\u0301', padded(50)],
    refused: {
      pattern: [
        'Ann1',
        'A.',
        'A,B',
        'A_B',
        '李',
        'Київ',
        'A\tB',
        'Ann\n',
        `e${'\u0301'.repeat(5)}`,
      ],
      length: [padded(51)],
    },
  };
}

function latinPlace(field: string, maxLength: number): FieldRow {
  return withoutCardNumber({
    field,
    type: 'string',
    accepted: ['', 'St. Gallen', '221B Baker-Street', 'München', 'Łódź', padded(maxLength)],
    refused: {
      pattern: ["L'Aquila", 'a,b', 'a/b', 'a_b', 'Київ', 'a\nb'],
      length: [padded(maxLength + 1)],
    },
  });
}

export const createCustomerRows: FieldRow[] = [
  { field: 'customer', type: 'object', required: true, accepted: [{}] },
  latinName('customer.first_name'),
  latinName('customer.last_name'),
  ...shared,
  latinPlace('customer.address.city', 100),
  latinPlace('customer.address.street', 255),
];

/**
 * A name in any script. For the empty text the pattern, which needs one character, takes precedence over the length.
 */
function anyName(field: string, maxLength: number): FieldRow {
  return {
    field,
    type: 'string',
    accepted: [
      'A',
      'José',
      '李小龍',
      'Київ',
      "O'Brien-Smith Jr.",
      padded(maxLength),
      '𝒜'.repeat(maxLength),
    ],
    refused: {
      pattern: ['', 'Ann1', 'A,B', 'A_B', 'A/B', 'Ann\n', 'A\u0000', '😀'],
      length: [padded(maxLength + 1), '𝒜'.repeat(maxLength + 1)],
    },
  };
}

export const cardDataCustomerRows: FieldRow[] = [
  { field: 'customer', type: 'object', required: true, accepted: [{}] },
  anyName('customer.first_name', 50),
  anyName('customer.last_name', 50),
  ...shared,
  anyName('customer.address.city', 100),
  withoutCardNumber({
    field: 'customer.address.street',
    type: 'string',
    accepted: ['', 'Hauptstraße 1, 2. Stock', 'вул. Хрещатик, 1/2', padded(255)],
    refused: { length: [padded(256)], pattern: ['a\u0000b', '\ufeffa'] },
  }),
];
