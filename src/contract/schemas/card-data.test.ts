import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import { validate } from '../violations.ts';
import { cardDataRequest, unexpiredCardData, challengeReturn } from './card-data.ts';

const NUMBER = '4242424242424242';
const NOW_MS = Date.parse('2026-06-15T12:00:00Z');
const ORDER_ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const BODY = cardDataBody(ORDER_ID, { cvv: '737', exp_month: '06', exp_year: '26' });

const request = unexpiredCardData(() => NOW_MS);
function broken(changes: object) {
  const result = validate(request, { ...BODY, ...changes });
  return result.ok ? [] : result.violations.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('the expiry', () => {
  it('is checked together with all other fields', () => {
    expect(broken({ exp_year: '20', cvv: '1', browser_info: {} })).toEqual(
      expect.arrayContaining(['/cvv pattern', '/exp_year expired']),
    );
  });

  it('is not checked if it cannot be read', () => {
    expect(broken({ exp_month: '13', exp_year: '20' })).toEqual(['/exp_month pattern']);
    expect(broken({ exp_year: undefined })).toEqual(['/exp_year required']);
  });

  it('is not checked by the schema without a clock', () => {
    expect(validate(cardDataRequest, { ...BODY, exp_year: '00' }).ok).toBe(true);
  });
});

it('the card is returned as Sensitive, its number as digits only', () => {
  const body = {
    ...BODY,
    card_number: '4242 4242-42424242',
    first_name: 'Zoë',
    last_name: 'Smith',
  };
  const result = validate(request, body);
  if (!result.ok) throw new Error('the request is valid');
  expect(result.value.card.reveal()).toEqual({
    number: NUMBER,
    securityCode: '737',
    expiryMonth: '06',
    expiryYear: '26',
    firstName: 'Zoë',
    lastName: 'Smith',
  });
  const shown = JSON.stringify(result.value) + inspect(result.value, { depth: null });
  for (const secret of [NUMBER, '737', 'Zoë', 'Smith']) expect(shown).not.toContain(secret);
});

function many(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 'x']));
}

it.each([
  ['an old bank’s form', { MD: 'abc', PaRes: 'eJx' }, true],
  ['no member', {}, true],
  ['20 members', many(20), true],
  ['21 members', many(21), false],
  ['a name of 64 characters', { ['n'.repeat(64)]: '' }, true],
  ['a longer name', { ['n'.repeat(65)]: '' }, false],
  ['16,384 characters in two values', { a: 'x'.repeat(16_000), b: 'x'.repeat(384) }, true],
  ['one more', { a: 'x'.repeat(16_000), b: 'x'.repeat(385) }, false],
  ['a value that is no text', { a: 1 }, false],
])('validates returned parameters by size only: %s', (_, members, taken) => {
  expect(challengeReturn.safeParse({ members }).success).toBe(taken);
});
