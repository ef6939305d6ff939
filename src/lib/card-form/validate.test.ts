import { describe, expect, test } from 'vitest';

import { expectLinear } from '../../../tests/support/hostile-texts.ts';
import type { CardFormValues } from './fields.ts';
import { splitName, validateCardForm, type FieldErrors } from './validate.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

function typed(overrides: Partial<CardFormValues> = {}): CardFormValues {
  return {
    number: '4242 4242 4242 4242',
    expiry: '12 / 30',
    code: '123',
    name: 'Anna Maria Weber',
    email: '',
    phone: '',
    ...overrides,
  };
}

function errorsOf(overrides: Partial<CardFormValues>, nowMs = NOW_MS): FieldErrors {
  const validation = validateCardForm(typed(overrides), nowMs);
  return validation.ok ? {} : validation.errors;
}

test('returns the card as the interface expects it', () => {
  expect(
    validateCardForm(typed({ email: ' anna@example.com ', phone: '0048 (512) 345-678' }), NOW_MS),
  ).toEqual({
    ok: true,
    card: {
      number: '4242424242424242',
      expiry: { month: '12', year: '30' },
      code: '123',
      name: 'Anna Maria Weber',
      email: 'anna@example.com',
      phone: '+48512345678',
    },
  });
});

test.each<[Partial<CardFormValues>, FieldErrors]>([
  [{ number: '' }, { number: 'numberRequired' }],
  [{ number: 'my card' }, { number: 'numberRequired' }],
  [{ number: '4242 4242 4242' }, { number: 'numberIncomplete' }],
  [{ number: '4242 4242 4242 4241' }, { number: 'numberInvalid' }],
  [{ number: '4'.repeat(30) }, { number: 'numberInvalid' }],
  [{ expiry: ' ' }, { expiry: 'expiryRequired' }],
  [{ expiry: '13/30' }, { expiry: 'expiryMonth' }],
  [{ expiry: '12/3' }, { expiry: 'expiryInvalid' }],
  [{ expiry: '01/1999' }, { expiry: 'expiryPast' }],
  [{ expiry: '01/2126' }, { expiry: 'expiryInvalid' }],
  [{ expiry: '10/26' }, { expiry: 'expiryPast' }],
  [{ code: '' }, { code: 'codeRequired' }],
  [{ code: '12' }, { code: 'codeThreeDigits' }],
  [{ code: '1234' }, { code: 'codeThreeDigits' }],
  [{ code: '12345' }, { code: 'codeThreeDigits' }],
  [
    { number: '9999', code: '12345' },
    { number: 'numberIncomplete', code: 'codeThreeDigits' },
  ],
  [
    { number: '', code: '12345' },
    { number: 'numberRequired', code: 'codeThreeDigits' },
  ],
  [
    { number: '3782 8', code: '123' },
    { number: 'numberIncomplete', code: 'codeFourDigits' },
  ],
  [{ number: '3782 822463 10005', code: '123' }, { code: 'codeFourDigits' }],
  [{ name: '  ' }, { name: 'nameRequired' }],
  [{ name: '4242 4242 4242 4242' }, { name: 'nameIsCardNumber' }],
  [{ name: '４２４２４２４２４２４２４２４２' }, { name: 'nameIsCardNumber' }],
  [{ name: 'Anna 4242.4242.4242.4242' }, { name: 'nameIsCardNumber' }],
  [{ name: '4242\u200b4242\u200b4242\u200b4242' }, { name: 'nameIsCardNumber' }],
  [{ name: '\u200e\u200b' }, { name: 'nameRequired' }],
  [{ name: 'Anna 4242 4242 4242 4242 12/29' }, { name: 'nameIsCardNumber' }],
  [{ name: 'Anna\u0007Weber' }, { name: 'nameInvalid' }],
  [{ name: 'Anna\nWeber' }, { name: 'nameInvalid' }],
  [{ name: 'A'.repeat(256) }, { name: 'nameInvalid' }],
  [{ email: 'anna@' }, { email: 'emailInvalid' }],
  [{ email: '', needs: 'email' }, { email: 'emailInvalid' }],
  [
    { email: '', needs: 'email phone' },
    { email: 'emailInvalid', phone: 'phoneInvalid' },
  ],
  [{ email: '', needs: 'either' }, { email: 'contactRequired' }],
  [{ email: 'anna', needs: 'either' }, { email: 'emailInvalid' }],
  [{ email: '', phone: '512 345 678', needs: 'either' }, { phone: 'phoneInvalid' }],
  [{ phone: '', needs: 'phone' }, { phone: 'phoneInvalid' }],
  [{ phone: '+48' }, { phone: 'phoneInvalid' }],
])('refuses %j', (overrides, errors) => {
  expect(errorsOf(overrides)).toEqual(errors);
});

test.each<Partial<CardFormValues>>([
  { phone: '+48 512 345 678', needs: 'either' },
  { email: 'anna@example.com', needs: 'either' },
  { phone: '+48 512 345 678', needs: 'phone' },
  { email: 'anna@example.com', needs: 'email' },
  { email: 'anna@example.com', phone: '+48 512 345 678', needs: 'email phone' },
])('accepts %j', (overrides) => {
  expect(errorsOf(overrides)).toEqual({});
});

test('reports all errors at once', () => {
  expect(errorsOf({ number: '', expiry: '', code: '', name: '' })).toEqual({
    number: 'numberRequired',
    expiry: 'expiryRequired',
    code: 'codeRequired',
    name: 'nameRequired',
  });
});

test.each([
  'Åsa Öström',
  'Nguyễn Thị Ánh',
  'Zoe\u0308 Mu\u0308ller',
  '王小明',
  'ジョン・スミス',
  'O’Brien-Smith Jr.',
  'O‘Brien',
  "O'Brien",
  'محمد علي',
  'علی\u200cرضا',
  'ג׳ון',
  'ශ්\u200dරීමත් පෙරේරා',
  'മോഹൻലാൽ വിശ്വനാഥൻ',
  'न\u093f\u0915\u094dकी',
  'Anna 2nd',
  'ACME GmbH & Co. KG (Wien)',
  'Anna 🙂',
  'A',
  '12',
  '1234567890',
  'A'.repeat(255),
  '𝒜'.repeat(255),
])('accepts the name %s', (name) => {
  expect(errorsOf({ name })).toEqual({});
});

test('drops invisible marks from a name, collapses its spaces, and keeps the rest', () => {
  const shown = (name: string) => {
    const validation = validateCardForm(typed({ name }), NOW_MS);
    return validation.ok ? validation.card.name : undefined;
  };
  expect(shown('\u200fعلی\u200cرضا\u200e')).toBe('علیرضا');
  expect(shown('\ufeffAnna\u00ad\u2060 Weber\u202c')).toBe('Anna Weber');
  expect(shown('Zoe\u0308')).toBe('Zoe\u0308');
  expect(shown('Anna\u00a0\u3000Weber')).toBe('Anna Weber');
  expect(shown('Anna\tMaria \t Weber')).toBe('Anna Maria Weber');
});

test.each(['4222222222222', '630400000000', '6304000000000000', '6200000000000000000'])(
  'accepts the number %s, whatever its length',
  (number) => {
    expect(errorsOf({ number })).toEqual({});
  },
);

describe('a card of this month', () => {
  const monthsEndUtcMs = Date.UTC(2026, 11, 1);

  test('is valid while it is still that month somewhere on Earth', () => {
    expect(errorsOf({ expiry: '11/26' }, monthsEndUtcMs + 11 * HOUR_MS)).toEqual({});
  });

  test('has expired once the month is over everywhere', () => {
    expect(errorsOf({ expiry: '11/26' }, monthsEndUtcMs + 12 * HOUR_MS)).toEqual({
      expiry: 'expiryPast',
    });
  });
});

test('splits a name at its last space, and keeps a single word whole', () => {
  expect(splitName(' Anna  Maria Weber ')).toEqual({ firstName: 'Anna Maria', lastName: 'Weber' });
  expect(splitName('Madonna')).toEqual({ firstName: 'Madonna' });
});

test.each(['number', 'expiry', 'code', 'name', 'email'])(
  'takes work in proportion to the length of the %s',
  (field) => {
    expectLinear((text) => errorsOf({ [field]: text }));
  },
);
