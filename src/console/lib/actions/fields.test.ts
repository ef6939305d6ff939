import { Problem } from '#console/api/problem.ts';
import { describe, expect, it } from 'vitest';
import { fieldsOf, mistakeIn, splitRefusal, shownValue, typedValue, type Ask } from './fields.ts';

/** An input schema like those of the interface's commands, such as `methods change`. */
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
    fee_percent: { type: 'string' },
    waiting_seconds: { type: 'integer', minimum: 0, maximum: 999_999_999 },
    max_attempts: { type: 'integer', minimum: 1, maximum: 5 },
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
    [
      'direction',
      {
        choices: [
          { value: 'payin', label: 'Payin' },
          { value: 'payout', label: 'Payout' },
        ],
      },
    ],
    ['days', { kind: 'number', initial: '90', hint: 'How many days it works.' }],
    ['from', { kind: 'date', hint: undefined }],
    ['since', { kind: 'moment', hint: undefined }],
    ['fee_min', { label: 'Fee min', kind: 'text', isNullable: true }],
  ])('is made from the schema of %s', (name, expected) => {
    expect(field(name)).toMatchObject(expected);
  });

  it('takes overrides from its action', () => {
    const asked = { name: 'fee_min', label: 'Minimum fee', hint: 'Like 0.50', isRequired: true };
    expect(field(asked)).toMatchObject(asked);
  });

  it('is left out if the command does not take it', () => {
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

const FEE: Ask = { name: 'fee_percent', label: 'Fee', quantity: 'percent' };
const LEAST: Ask = { name: 'fee_min', label: 'Minimum fee', quantity: 'amount' };
const WAITING: Ask = { name: 'waiting_seconds', label: 'Time to pay', quantity: 'duration' };
const ATTEMPTS: Ask = { name: 'max_attempts', label: 'Attempts' };

describe('a quantity', () => {
  it.each([
    [FEE, '2,9', '2.9'],
    [LEAST, '1.234,56', '1234.56'],
    [LEAST, '0,50', '0.50'],
    [WAITING, '30 minutes', 1_800],
    [ATTEMPTS, '3', 3],
    ['since', '2026-05-01T08:30Z', '2026-05-01T08:30:00.000Z'],
  ])('of %o as %j is sent as %j', (ask, text, sent) => {
    expect(mistakeIn(field(ask), text)).toBeUndefined();
    expect(typedValue(field(ask), text)).toEqual(sent);
  });

  it('is shown in the units that people use', () => {
    expect(shownValue(field(WAITING), '86400')).toBe('1 days');
    expect(shownValue(field(FEE), '2.9')).toBe('2.9');
  });

  it.each([
    [FEE, '290', 'Fee: enter a number from 0 to 100.'],
    [FEE, 'ten', 'Fee: enter a number from 0 to 100.'],
    [
      LEAST,
      '1,234',
      'Minimum fee: enter an amount with at most two decimals, like 12.50 or 1250,00.',
    ],
    [WAITING, '0 minutes', 'Time to pay: enter a time, like 30 minutes.'],
    [ATTEMPTS, '6', 'Attempts: enter a number from 1 to 5.'],
    [ATTEMPTS, '1.5', 'Attempts: enter a number from 1 to 5.'],
    ['name', '', 'Name: this field is required.'],
  ])('of %o as %j is refused at its field: %s', (ask, text, said) => {
    expect(mistakeIn(field(ask), text)).toBe(said);
  });
});

describe("the service's errors", () => {
  const fields = fieldsOf([FEE, LEAST, 'name'], SCHEMA);

  it.each([
    [
      { pointer: '/fee_percent', code: 'pattern', detail: 'Must be decimal text in quotes.' },
      'fee_percent',
      'Fee: enter a number from 0 to 100.',
    ],
    [{ pointer: '/name', code: 'required', detail: 'Is required.' }, 'name', 'Is required.'],
    [
      { pointer: '/merchants/0/gates/0/methods/0/fee_min', code: 'range', detail: 'Is too low.' },
      'fee_min',
      'Is too low.',
    ],
    [{ pointer: '/fee_max', code: 'range', detail: 'Must not be below the minimum.' }, '', ''],
    [{ pointer: '', code: 'conflict', detail: 'Give one of the two.' }, '', ''],
  ])('%o is shown at the field %j, if it is about one', (error, name, sentence) => {
    const problem = new Problem(400, 'It cannot be done', { errors: [error] });
    const { rest, byField } = splitRefusal(problem, fields);
    expect([...byField]).toEqual(name === '' ? [] : [[name, sentence]]);
    expect(rest?.errors).toEqual(name === '' ? [error] : undefined);
  });

  it('is asked about if it only has to be confirmed', () => {
    const errors = [{ pointer: '/fee_percent', code: 'confirm', detail: '2.9 becomes 29.' }];
    const split = splitRefusal(new Problem(400, 'The change is not possible', { errors }), fields);
    expect(split.large.map(({ name }) => name)).toEqual(['fee_percent']);
    expect([split.rest, split.byField.size]).toEqual([undefined, 0]);
  });
});
