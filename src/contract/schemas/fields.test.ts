import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validate } from '../violations.ts';
import { cardDataRequest } from './card-data.ts';
import { isCountryCode } from '#domain/customer/country-codes.ts';
import { createPayinRequest } from './payin.ts';
import { createPayoutRequest } from './payout.ts';

const CARD = '4242 4242 4242 4242';
const REQUESTS = {
  payin: createPayinRequest,
  payout: createPayoutRequest,
  card: cardDataRequest.in,
};

/** Returns the path of every member of a request that accepts text, whatever its constraints. */
function textMembers(schema: unknown, path: string[] = []): string[][] {
  if (schema instanceof z.ZodOptional) return textMembers(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) {
    const members: [string, unknown][] = Object.entries(schema.shape);
    return members.flatMap(([name, member]) => textMembers(member, [...path, name]));
  }
  return schema instanceof z.ZodType && takesText(schema) ? [path] : [];
}

function takesText(schema: z.ZodType) {
  return schema.safeParse('').error?.issues.every(({ code }) => code !== 'invalid_type') ?? true;
}

const rows = Object.entries(REQUESTS).flatMap(([name, schema]) =>
  textMembers(schema).map((path) => ({ name, schema, path, field: path.join('.') })),
);

function violationsOf({ schema, path }: (typeof rows)[number], text: string): string[] {
  const body = path.reduceRight<unknown>((value, name) => ({ [name]: value }), text);
  const result = validate(schema, body);
  const pointer = `/${path.join('/')}`;
  return result.ok
    ? []
    : result.violations.filter((each) => each.pointer === pointer).map(({ code }) => code);
}

it('finds the members of every request', () => {
  expect(rows.length).toBeGreaterThan(50);
});

describe.each(rows)('$name $field', (row) => {
  it.each(['a\u0000b', '\u0000', 'a\ud800', '\udfffb'])('refuses %j', (text) => {
    expect(violationsOf(row, text)).not.toEqual([]);
  });

  it.skipIf(row.field === 'description')('refuses a byte order mark at its start', () => {
    expect(violationsOf(row, '\ufeffa')).not.toEqual([]);
  });
});

describe('combining marks', () => {
  const street = rows.filter(({ name, field }) => name === 'card' && field.endsWith('street'));

  it.each(street)('are accepted in $field, four of them on one letter', (row) => {
    expect(violationsOf(row, 'a\u0301\u0301\u0301\u0301')).toEqual([]);
  });

  const ofNames = rows.filter(({ field }) => /name|city|street/.test(field));

  it.each(ofNames)('are refused in $name $field, five of them on one letter', (row) => {
    expect(violationsOf(row, 'a\u0301\u0301\u0301\u0301\u0301')).toContain('pattern');
  });
});

describe('a card number', () => {
  const free = [
    'customer.address.city',
    'customer.address.street',
    'customer.address.post_code',
    'comment',
    'description',
    'first_name',
    'last_name',
  ];

  // A city in card data accepts letters only, so no number gets that far.
  const isFree = ({ name, field }: (typeof rows)[number]) =>
    free.includes(field) && !(name === 'card' && field === 'customer.address.city');

  it.each(rows.filter(isFree))('is refused in $name $field, and not repeated', (row) => {
    expect(violationsOf(row, CARD)).toContain('card_number');
    expect(violationsOf(row, `to ${CARD} please`)).toContain('card_number');
    expect(JSON.stringify(validate(row.schema, { comment: CARD }))).not.toContain('4242');
  });

  it("is refused in a website's URL, but not in a callback URL", () => {
    const address = 'https://shop.example/4242424242424242';
    const violations = (field: string) => {
      const found = rows.find((row) => row.name === 'payin' && row.field === field);
      return found && violationsOf(found, address);
    };
    expect(violations('payment_method_data.payment_url')).toEqual(['card_number']);
    expect(violations('callback_url')).toEqual([]);
  });

  it.each(['1795837505126', '1795837505123457', '8712345678900', 'order 80001234567890'])(
    'is only what a known brand issues, in a comment, a description and a website: %j is stored as given',
    (text) => {
      const own = rows.filter(({ field }) => field === 'comment' || field === 'description');
      expect(own).toHaveLength(2);
      for (const row of own) expect(violationsOf(row, text)).toEqual([]);
      const address = `https://shop.example/?t=${text.replace(/\D/g, '')}`;
      const website = rows.filter(({ field }) => field === 'payment_method_data.payment_url');
      for (const row of website) expect(violationsOf(row, address)).toEqual([]);
      const street = rows.filter(({ field }) => field === 'customer.address.street');
      for (const row of street) expect(violationsOf(row, text)).toContain('card_number');
    },
  );

  it('is accepted as a reference, which may be a long number', () => {
    for (const row of rows.filter(({ field }) => field.endsWith('reference_id'))) {
      expect(violationsOf(row, '4242424242424242')).toEqual([]);
    }
  });
});

it('the 249 assigned country codes are known', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  expect(codes.filter(isCountryCode)).toHaveLength(249);
});

it.each(['UK', 'EU', 'XX', 'de', 'DEU', '', ' '])('%j is not an assigned country code', (code) => {
  expect(isCountryCode(code)).toBe(false);
});
