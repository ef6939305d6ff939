import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCardNumber } from '#domain/card/find-number.ts';
import { hasTooManyMarks } from '#domain/text.ts';
import type { z } from 'zod';
import { cardDataRequest } from './schemas/card-data.ts';
import { cardDataCustomer, createCustomer } from './schemas/customer.ts';
import { parseJson } from './json/json.ts';
import { createPayinRequest } from './schemas/payin.ts';
import { createPayoutRequest } from './schemas/payout.ts';

/**
 * A constraint as the specification publishes it: a pattern, and a length in characters. `holdsNoCard` is this
 * service's own rule: text with digits must not contain a card number.
 */
interface Published {
  pattern: RegExp;
  min?: number;
  max?: number;
  holdsNoCard?: true;
}

const create = createCustomer.shape;
const createAddress = create.address.unwrap().shape;
const card = cardDataCustomer.shape;
const cardAddress = card.address.unwrap().shape;
const cardData = cardDataRequest.in.shape;
const browser = cardData.browser_info.shape;

const REFERENCE: Published = { pattern: /^[A-Za-z0-9.=-]*$/, max: 255 };
const CUSTOMER_REFERENCE: Published = { pattern: /^[a-zA-Z0-9_-]{1,64}$/ };
const PHONE: Published = { pattern: /^\+[0-9]{5,30}$/ };
const LATIN_NAME: Published = { pattern: /^[\p{Script=Latin}\p{M} '’-]*$/u, max: 50 };
const LATIN_PLACE = {
  pattern: /^[\p{Script=Latin}\p{M}0-9 .-]*$/u,
  holdsNoCard: true,
} as const;
const ANY_NAME: Published = { pattern: /^[\p{L} .'-]+$/u, max: 50 };
const DIMENSION: Published = { pattern: /^[1-9][0-9]{0,4}$/ };

/** Each field with the specification's constraint for it. */
const FIELDS: [field: string, schema: z.ZodType, published: Published][] = [
  ['payin reference_id', createPayinRequest.shape.reference_id, REFERENCE],
  ['payout reference_id', createPayoutRequest.shape.reference_id, REFERENCE],
  ['create customer.reference_id', create.reference_id, CUSTOMER_REFERENCE],
  ['create customer.first_name', create.first_name, LATIN_NAME],
  ['create customer.last_name', create.last_name, LATIN_NAME],
  ['create customer.phone', create.phone, PHONE],
  ['create customer.address.city', createAddress.city, { ...LATIN_PLACE, max: 100 }],
  ['create customer.address.street', createAddress.street, { ...LATIN_PLACE, max: 255 }],
  ['card data customer.reference_id', card.reference_id, CUSTOMER_REFERENCE],
  ['card data customer.first_name', card.first_name, ANY_NAME],
  ['card data customer.last_name', card.last_name, ANY_NAME],
  ['card data customer.phone', card.phone, PHONE],
  ['card data customer.address.city', cardAddress.city, { ...ANY_NAME, max: 100 }],
  ['cvv', cardData.cvv, { pattern: /^\d{3,4}$/ }],
  ['exp_month', cardData.exp_month, { pattern: /^(0[1-9]|1[0-2])$/ }],
  ['exp_year', cardData.exp_year, { pattern: /^\d{2}$/ }],
  ['browser_info.color_depth', browser.color_depth, { pattern: /^[1-9][0-9]*$/ }],
  ['browser_info.screen_height', browser.screen_height, DIMENSION],
  ['browser_info.screen_width', browser.screen_width, DIMENSION],
  ['browser_info.window_height', browser.window_height, DIMENSION],
  ['browser_info.window_width', browser.window_width, DIMENSION],
  ['browser_info.timezone', browser.timezone, { pattern: /^-?[0-9]{1,4}$/ }],
];

function isPublished(value: string, published: Published): boolean {
  const { pattern, min = 0, max = Infinity, holdsNoCard = false } = published;
  const characters = Array.from(value).length;
  if (hasTooManyMarks(value)) return false;
  if (holdsNoCard && findCardNumber(value) !== undefined) return false;
  return pattern.test(value) && characters >= min && characters <= max;
}

/**
 * Any code point, including unpaired surrogates. fast-check's own arbitrary takes a minute to list on a busy machine.
 */
const codePoint = fc.nat(0x10_ffff).map((code) => String.fromCodePoint(code));

/** Matching texts, nearly matching texts, and arbitrary texts. */
function candidates({ pattern, max = 40 }: Published): fc.Arbitrary<string> {
  const matching = fc.stringMatching(pattern);
  const stretched = fc.tuple(matching, fc.nat(2 * max)).map(([text, to]) => text.padEnd(to, text));
  const spoiled = fc.tuple(matching, fc.nat(), codePoint).map(([text, at, other]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + other + text.slice(place);
  });
  return fc.oneof(matching, stretched, spoiled, fc.string(), fc.string({ unit: codePoint }));
}

describe('a schema accepts exactly what the specification publishes', () => {
  it.each(FIELDS)('for %s', (_field, schema, published) => {
    fc.assert(
      fc.property(candidates(published), (value) => {
        expect(schema.safeParse(value).success).toBe(isPublished(value, published));
      }),
      { numRuns: 500 },
    );
  });

  it('and no value that is not text', () => {
    const notText = fc
      .anything()
      .filter((value) => typeof value !== 'string' && value !== undefined);
    fc.assert(
      fc.property(notText, fc.constantFrom(...FIELDS), (value, [, schema]) => {
        expect(schema.safeParse(value).success).toBe(false);
      }),
    );
  });
});

describe('an amount', () => {
  const amounts = fc.oneof(
    fc.stringMatching(/^(0|[1-9]\d{0,13})(\.\d{1,3})?$/),
    fc.stringMatching(/^-?(0|[1-9]\d{0,3})(\.\d{1,2})?([eE][+-]?\d)?$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  );

  it('is accepted by its text: up to twelve digits, two decimals, above zero', () => {
    const schema = createPayinRequest.pick({ amount: true });
    fc.assert(
      fc.property(amounts, (text) => {
        const json = parseJson(Buffer.from(`{"amount":${text}}`));
        const accepted = json.ok && schema.safeParse(json.value).success;
        expect(accepted).toBe(/^\d{1,12}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps every cent of its text', () => {
    const whole = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(whole, (minor) => {
        const digits = minor.toString().padStart(3, '0');
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        const json = parseJson(Buffer.from(`{"amount":${text}}`));
        const parsed = createPayinRequest.pick({ amount: true }).safeParse(json.ok && json.value);
        expect(parsed.data?.amount).toBe(minor);
      }),
    );
  });
});
