import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJson } from '../json/json.ts';
import { createPayinRequest } from './payin.ts';
import { validate } from '../violations.ts';

const METHOD = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';

/** Validates a request with one field's JSON text replaced; undefined omits the field. */
function check(field: string, json: string | undefined) {
  const fields: Record<string, string | undefined> = {
    reference_id: '"r-1"',
    currency: '"EUR"',
    amount: '10.50',
    merchant_gate_method_id: `"${METHOD}"`,
    customer: '{}',
    [field]: json,
  };
  const members = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${value}`],
  );
  const parsed = parseJson(new TextEncoder().encode(`{${members.join()}}`));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return validate(createPayinRequest, parsed.value);
}

/** The other members are in the tables of `src/service/http/request-tables.test.ts`. */
describe('a description', () => {
  it.each([
    'x',
    'Notebook, 160 pages — № 7, item 1234567890128',
    'كتاب '.repeat(51),
    ` ${'😀'.repeat(255)}\n`,
  ])('may be %s', (description) => {
    expect(check('description', JSON.stringify(description))).toMatchObject({ ok: true });
  });

  it.each([
    ['', 'length'],
    [' \n', 'length'],
    ['😀'.repeat(256), 'length'],
    ['a\nb', 'pattern'],
    ['a\u0085b', 'pattern'],
    ['Paid with 4242 4242 4242 4242', 'card_number'],
    [null, 'type'],
  ])('may not be %j: %s', (description, code) => {
    const result = check('description', JSON.stringify(description));
    expect(result.ok ? [] : result.violations).toMatchObject([{ pointer: '/description', code }]);
  });
});

describe('createPayinRequest normalises', () => {
  it('amounts to minor units, ids to lower case', () => {
    expect(check('merchant_gate_method_id', `"${METHOD.toUpperCase()}"`)).toMatchObject({
      value: { amount: 1050n, merchant_gate_method_id: METHOD },
    });
  });

  it('a description to one without white space around it', () => {
    expect(check('description', '" Two books\\t"')).toEqual(check('description', '"Two books"'));
  });

  it('an empty address to none', () => {
    expect(check('callback_url', '""')).toEqual(check('callback_url', undefined));
  });

  it.each([
    ['1E+1', /without an exponent/],
    ['10.001', /2 after it/],
  ])('no amount of %s, and explains why', (source, detail) => {
    const result = check('amount', source);
    const details = result.ok ? [] : result.violations.map((violation) => violation.detail);
    expect(details).toEqual([expect.stringMatching(detail)]);
  });

  it('every amount to exactly its minor units', () => {
    const amount = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(amount, (minor) => {
        const source = `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`;
        expect(check('amount', source)).toMatchObject({ ok: true, value: { amount: minor } });
      }),
    );
  });
});
