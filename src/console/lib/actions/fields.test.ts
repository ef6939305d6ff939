import { describe, expect, it } from 'vitest';
import { fieldsOf, typedValue, type Ask } from './fields.ts';

/** As the interface describes `methods change`, among others. */
const SCHEMA = {
  properties: {
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    direction: { type: 'string', enum: ['payin', 'payout'] },
    days: { type: 'integer', default: 90, description: 'How many days it works.' },
    from: { type: 'string', format: 'date' },
    since: { type: 'string', format: 'date-time' },
    brands: { anyOf: [{ type: 'array' }, { type: 'null' }] },
    fee_min: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['name'],
};

function field(ask: Ask) {
  const [only] = fieldsOf([ask], SCHEMA);
  if (only === undefined) throw new Error('There is no such field');
  return only;
}

describe('a field of a form', () => {
  it.each([
    ['name', { label: 'Name', isRequired: true, kind: 'text', choices: undefined }],
    ['email', { label: 'E-mail', isRequired: false, kind: 'text' }],
    ['direction', { choices: ['payin', 'payout'] }],
    ['days', { kind: 'number', initial: '90', hint: 'How many days it works.' }],
    ['from', { kind: 'date', hint: undefined }],
    ['since', { kind: 'text', hint: 'Like 2026-05-01T08:30:00Z' }],
    ['fee_min', { label: 'Fee min', kind: 'text', isNullable: true }],
  ])('is made from the schema of %s', (name, expected) => {
    expect(field(name)).toMatchObject(expected);
  });

  it('says what its action says otherwise', () => {
    const asked = { name: 'fee_min', label: 'Fee, at least', hint: 'Like 0.50', isRequired: true };
    expect(field(asked)).toMatchObject(asked);
  });

  it('is not there where the command does not take it', () => {
    expect(fieldsOf(['merchant'], SCHEMA)).toEqual([]);
  });
});

describe('what is typed', () => {
  it.each([
    ['name', 'Shop', 'Shop'],
    ['days', '7', 7],
    ['days', 'seven', 'seven'],
    ['brands', 'visa, mastercard', ['visa', 'mastercard']],
    ['brands', '', null],
    ['fee_min', '0.50', '0.50'],
    ['fee_min', '', null],
  ])('in %s as %j is sent as %j', (name, text, sent) => {
    expect(typedValue(field(name), text)).toEqual(sent);
  });
});
