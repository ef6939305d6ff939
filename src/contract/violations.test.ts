import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { parseJson } from './json/json.ts';
import * as patterns from './patterns.ts';
import { createLinkRequest } from './schemas/link.ts';
import { byReferenceQuery } from './schemas/list.ts';
import { createPayinRequest } from './schemas/payin.ts';
import { validate } from './violations.ts';

const CARD = '4242424242424242';

function violations(body: string) {
  const parsed = parseJson(new TextEncoder().encode(body));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const result = validate(createPayinRequest, parsed.value);
  return result.ok ? [] : result.violations;
}

function found(body: string) {
  return violations(body).map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('violations', () => {
  it('list all errors at once, unknown fields last', () => {
    const body = `{
      "reference_id": 1, "currency": "EURO", "amount": "10", "x": {},
      "customer": { "phone": "123", "address": { "country": "ZZ", "zip": "1" } }
    }`;
    expect(found(body)).toEqual([
      '/reference_id type',
      '/currency enum',
      '/amount type',
      '/merchant_gate_method_id required',
      '/customer/phone pattern',
      '/customer/address/country format',
      '/customer/address/zip unknown_field',
      '/x unknown_field',
    ]);
  });

  it('distinguish a missing field from a null one', () => {
    expect(found('{"reference_id":null}')).toContain('/reference_id type');
    expect(found('{}')).toContain('/reference_id required');
  });

  it('report a number in place of an object, whatever its members', () => {
    expect(found('{"customer":5,"return_urls":1.5}')).toEqual(
      expect.arrayContaining(['/customer type', '/return_urls type']),
    );
    expect(violations('{"customer":{"address":7}}')).toContainEqual({
      pointer: '/customer/address',
      code: 'type',
      detail: 'Must be of type object.',
    });
    expect(found('{"customer":5}').filter((line) => line.startsWith('/customer'))).toEqual([
      '/customer type',
    ]);
  });

  it('report only the length of a text that is too long, whose content is not checked', () => {
    const body = `{"customer":{"first_name":"${'7'.repeat(51)}"}}`;
    const ofName = found(body).filter((each) => each.startsWith('/customer/first_name'));
    expect(ofName).toEqual(['/customer/first_name length']);
  });

  it('name types by their JSON names', () => {
    expect(violations('{"amount":"1"}')).toContainEqual({
      pointer: '/amount',
      code: 'type',
      detail: 'Must be of type number.',
    });
  });

  it('say what a rule over several fields wants', () => {
    const link = { merchant_gate_method_id: randomUUID(), reference_prefix: 'a', use: 'once' };
    expect(validate(createLinkRequest, link)).toMatchObject({
      violations: [{ pointer: '/amount', detail: 'Either this or amount_range is required.' }],
    });
  });

  it.each([
    ['a number', 1_798_761_599, 'type', /^Must be text: an RFC 3339 date .+, like 2026-12-31T/],
    ['a day', '2026-12-31', 'date_time', /^Must be an RFC 3339 date .+, like 2026-12-31T/],
  ])('say what to write in place of %s as the end of a link', (_, end, code, detail) => {
    const link = { merchant_gate_method_id: randomUUID(), reference_prefix: 'a', use: 'once' };
    expect(validate(createLinkRequest, { ...link, amount: 1, expires_at: end })).toMatchObject({
      violations: expect.arrayContaining([
        { pointer: '/expires_at', code, detail: expect.stringMatching(detail) as string },
      ]) as unknown,
    });
  });

  it('say in words what a pattern wants', () => {
    expect(violations('{"customer":{"phone":"1"}}')).toContainEqual({
      pointer: '/customer/phone',
      code: 'pattern',
      detail: 'Must be a plus sign and 5 to 30 digits, without spaces.',
    });
  });

  it('say in words what every pattern wants', () => {
    for (const pattern of Object.values(patterns).filter((value) => value instanceof RegExp)) {
      const text = z.string().regex(pattern);
      const sample = ['', '\uFEFF\0', '#'].find((value) => !pattern.test(value));
      expect(validate(text, sample)).toMatchObject({
        violations: [
          { detail: expect.stringMatching(/^Must (?:be|have only) [^\\^[\]]+\.$/) as string },
        ],
      });
    }
  });

  it.each([
    [
      '{"reference_id":"a_b"}',
      '/reference_id',
      'letters A to Z, digits, dots, hyphens and equals signs',
    ],
    [
      '{"customer":{"first_name":"Иван"}}',
      '/customer/first_name',
      "letters of the Latin script, spaces, hyphens and apostrophes (' or ’)",
    ],
    [
      '{"customer":{"address":{"city":"Köln/Bonn"}}}',
      '/customer/address/city',
      'letters of the Latin script, digits, spaces, hyphens and dots',
    ],
  ])('name the allowed characters in words: %s', (body, pointer, characters) => {
    expect(violations(body)).toContainEqual({
      pointer,
      code: 'pattern',
      detail: `Must have only ${characters}: leave out what does not fit.`,
    });
  });

  it('escape pointers', () => {
    expect(found('{"a/b~c":1}')).toContain('/a~1b~0c unknown_field');
  });

  it('include fields with names of the prototype', () => {
    expect(found('{"prototype":{},"constructor":1,"toString":1}')).toEqual(
      expect.arrayContaining([
        '/prototype unknown_field',
        '/constructor unknown_field',
        '/toString unknown_field',
      ]),
    );
  });

  it('never repeat a value', () => {
    const fields = ['reference_id', 'currency', 'merchant_gate_method_id', 'callback_url'];
    const members = fields.map((field) => `"${field}":"${CARD}!"`).join();
    const customer = `{"phone":"${CARD}","email":"${CARD}","first_name":"${CARD}"}`;
    const said = JSON.stringify(violations(`{${members},"customer":${customer}}`));
    expect(said).not.toContain(CARD);
  });

  it.each([
    ['a card number', CARD],
    ['a card number in groups', '4242 4242-4242.4242'],
    ['a card number in another script', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢'],
    ['longer than 64 characters', 'k'.repeat(65)],
  ])('do not repeat an unknown name that is %s', (_, name) => {
    const listed = violations(JSON.stringify({ customer: { [name]: 1 } }));
    expect(JSON.stringify(listed)).not.toContain(name);
    expect(listed).toContainEqual({
      pointer: '/customer',
      code: 'unknown_field',
      detail: 'Has a field that is not of this request.',
    });
  });

  it("are at most a hundred, including the request's own fields", () => {
    const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
    const listed = violations(JSON.stringify(flood));
    expect(listed).toHaveLength(100);
    expect(listed.map(({ pointer }) => pointer)).toContain('/reference_id');
  });

  it('name parameters instead of pointers outside a body', () => {
    expect(validate(byReferenceQuery, { reference_id: ['a', 'b'] }, 'parameters')).toEqual({
      ok: false,
      violations: [{ parameter: 'reference_id', code: 'repeated', detail: 'Must be given once.' }],
    });
  });

  it('are absent for a valid value, which is returned parsed', () => {
    expect(validate(z.object({ a: z.string() }), { a: 'x' })).toEqual({
      ok: true,
      value: { a: 'x' },
    });
  });
});
