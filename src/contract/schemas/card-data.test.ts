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
function browser(changes: Record<string, unknown>) {
  return {
    browser_info: { ...BODY.browser_info, ...changes },
  };
}
function customer(members: Record<string, unknown>) {
  return { customer: members };
}
function broken(changes: object) {
  const result = validate(request, { ...BODY, ...changes });
  return result.ok ? [] : result.violations.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('card data is accepted with', () => {
  it.each([
    { card_number: NUMBER },
    { card_number: '4242-4242-4242-4242' },
    { card_number: '630400000000' },
    { cvv: '7373' },
    { exp_month: '12', exp_year: '99' },
    { first_name: '', last_name: '王'.repeat(255) },
    customer({ first_name: 'Zoë', last_name: 'Łukasz Дмитрий 王', email: 'a@b.co' }),
    customer({ address: { country: 'DE', city: 'Köln', street: 'Straße 5, 2. Stock' } }),
    browser({ color_depth: '32', timezone: '840', device_channel: '01' }),
    browser({ screen_width: '99999' }),
  ])('%j', (changes) => {
    expect(broken(changes)).toEqual([]);
  });
});

describe('card data is refused with', () => {
  it.each([
    [{ order_id: 'x' }, '/order_id format'],
    [{ order_id: undefined }, '/order_id required'],
    [{ card_number: '4242424242424241' }, '/card_number format'],
    [{ card_number: '42424242426' }, '/card_number format'],
    [{ card_number: '4242.4242.4242.4242' }, '/card_number format'],
    [{ card_number: '' }, '/card_number format'],
    [{ card_number: 4_242_424_242_424_242 }, '/card_number type'],
    [{ cvv: '73' }, '/cvv pattern'],
    [{ cvv: '73737' }, '/cvv pattern'],
    [{ cvv: 737 }, '/cvv type'],
    [{ cvv: undefined }, '/cvv required'],
    [{ exp_month: '0' }, '/exp_month pattern'],
    [{ exp_month: '00' }, '/exp_month pattern'],
    [{ exp_month: '13' }, '/exp_month pattern'],
    [{ exp_year: '2026' }, '/exp_year pattern'],
    [{ exp_month: '05' }, '/exp_year expired'],
    [{ exp_year: '25' }, '/exp_year expired'],
    [{ first_name: 'a'.repeat(256) }, '/first_name length'],
    [{ customer: undefined }, '/customer required'],
    [customer({ first_name: '' }), '/customer/first_name pattern'],
    [customer({ last_name: 'R2' }), '/customer/last_name pattern'],
    [customer({ address: { city: '' } }), '/customer/address/city pattern'],
    [customer({ address: { city: 'District 9' } }), '/customer/address/city pattern'],
    [{ browser_info: undefined }, '/browser_info required'],
    [browser({ java_enabled: 'false' }), '/browser_info/java_enabled type'],
    [browser({ color_depth: '' }), '/browser_info/color_depth pattern'],
    [browser({ color_depth: 24 }), '/browser_info/color_depth type'],
    [browser({ screen_height: '0' }), '/browser_info/screen_height pattern'],
    [browser({ screen_width: '100000' }), '/browser_info/screen_width pattern'],
    [browser({ window_height: undefined }), '/browser_info/window_height required'],
    [browser({ window_width: '12.5' }), '/browser_info/window_width pattern'],
    [browser({ timezone: '+60' }), '/browser_info/timezone pattern'],
    [browser({ timezone: '12345' }), '/browser_info/timezone pattern'],
    [browser({ device_channel: '04' }), '/browser_info/device_channel enum'],
    [browser({ user_agent: 'x' }), '/browser_info/user_agent unknown_field'],
    [{ amount: 1 }, '/amount unknown_field'],
  ])('%j', (changes, violation) => {
    expect(broken(changes)).toEqual([violation]);
  });
});

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
