import { describe, expect, test } from 'vitest';

import { splitName } from './name.ts';
import type { CardFormValues } from './fields.ts';
import { validateCardForm, type FieldErrors } from './validate.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

const typed = (overrides: Partial<CardFormValues> = {}): CardFormValues => ({
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  code: '123',
  name: 'Anna Maria Weber',
  email: '',
  ...overrides,
});

const errorsOf = (overrides: Partial<CardFormValues>, nowMs = NOW_MS): FieldErrors => {
  const validation = validateCardForm(typed(overrides), nowMs);
  return validation.ok ? {} : validation.errors;
};

test('gives the card as the interface wants it', () => {
  expect(validateCardForm(typed({ email: ' anna@example.com ' }), NOW_MS)).toEqual({
    ok: true,
    card: {
      number: '4242424242424242',
      expiry: { month: '12', year: '30' },
      code: '123',
      name: 'Anna Maria Weber',
      email: 'anna@example.com',
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
  [{ expiry: '13/30' }, { expiry: 'expiryInvalid' }],
  [{ expiry: '10/26' }, { expiry: 'expiryPast' }],
  [{ code: '' }, { code: 'codeRequired' }],
  [{ code: '12' }, { code: 'codeThreeDigits' }],
  [{ code: '1234' }, { code: 'codeThreeDigits' }],
  [{ number: '3782 822463 10005', code: '123' }, { code: 'codeFourDigits' }],
  [{ name: '  ' }, { name: 'nameRequired' }],
  [{ name: '4242 4242 4242 4242' }, { name: 'nameIsCardNumber' }],
  [{ name: '４２４２４２４２４２４２４２４２' }, { name: 'nameIsCardNumber' }],
  [{ name: 'Anna 🙂' }, { name: 'nameInvalid' }],
  [{ name: '12' }, { name: 'nameInvalid' }],
  [{ name: 'A'.repeat(300) }, { name: 'nameInvalid' }],
  [{ email: 'anna@' }, { email: 'emailInvalid' }],
])('refuses %j', (overrides, errors) => {
  expect(errorsOf(overrides)).toEqual(errors);
});

test('finds everything that is wrong at once', () => {
  expect(errorsOf({ number: '', expiry: '', code: '', name: '' })).toEqual({
    number: 'numberRequired',
    expiry: 'expiryRequired',
    code: 'codeRequired',
    name: 'nameRequired',
  });
});

test.each(['Åsa Öström', 'Nguyễn Thị Ánh', '王小明', 'O’Brien-Smith Jr.', 'محمد علي', 'Anna 2nd'])(
  'takes the name %s',
  (name) => {
    expect(errorsOf({ name })).toEqual({});
  },
);

test.each(['4222222222222', '630400000000', '6304000000000000', '6200000000000000000'])(
  'takes the number %s, whatever its length',
  (number) => {
    expect(errorsOf({ number })).toEqual({});
  },
);

describe('a card of this month', () => {
  const monthsEndUtcMs = Date.UTC(2026, 11, 1);

  test('is good while it is still that month somewhere on Earth', () => {
    expect(errorsOf({ expiry: '11/26' }, monthsEndUtcMs + 11 * HOUR_MS)).toEqual({});
  });

  test('has expired when the month is over everywhere', () => {
    expect(errorsOf({ expiry: '11/26' }, monthsEndUtcMs + 12 * HOUR_MS)).toEqual({
      expiry: 'expiryPast',
    });
  });
});

test('splits a name at its last space, and a single one not at all', () => {
  expect(splitName(' Anna  Maria Weber ')).toEqual({ firstName: 'Anna Maria', lastName: 'Weber' });
  expect(splitName('Madonna')).toEqual({ firstName: 'Madonna' });
});
