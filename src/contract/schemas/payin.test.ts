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

function customer(member: string, value: unknown) {
  return JSON.stringify({ [member]: value });
}
function address(member: string, value: unknown) {
  return JSON.stringify({ address: { [member]: value } });
}
function text(length: number) {
  return 'a'.repeat(length);
}
function url(length: number) {
  return 'https://shop.example/'.padEnd(length, 'a');
}

describe('createPayinRequest accepts', () => {
  it.each([
    ['reference_id', '""'],
    ['reference_id', '"Az09.=-"'],
    ['reference_id', JSON.stringify(text(255))],
    ['currency', '"USDT_TRON"'],
    ['amount', '0.01'],
    ['amount', '999999999999.99'],
    ['amount', '10'],
    ['amount', '10.5'],
    ['merchant_gate_method_id', `"${METHOD.toUpperCase()}"`],
    ['merchant_gate_method_id', '"00000000-0000-0000-0000-000000000000"'],
    ['description', '"x"'],
    ['description', '"Notebook, 160 pages — № 7, item 1234567890128"'],
    ['description', JSON.stringify('كتاب '.repeat(51))],
    ['description', JSON.stringify(` ${'😀'.repeat(255)}\n`)],
    ['payment_method_data', '{}'],
    ['payment_method_data', JSON.stringify({ payment_url: url(2048) })],
    ['payment_method_data', '{"payment_url":""}'],
    ['callback_url', '""'],
    ['callback_url', '"http://localhost:3000/hook?x=1#y"'],
    ['callback_url', JSON.stringify(url(355))],
    ['return_urls', '{}'],
    ['return_urls', JSON.stringify({ success: url(355), pending: '', fail: url(40) })],
    ['customer', customer('reference_id', text(64))],
    ['customer', customer('first_name', '')],
    ['customer', customer('first_name', text(50))],
    ['customer', customer('last_name', "Mary-Ann O'Neil")],
    ['customer', customer('email', 'a@b.co')],
    ['customer', customer('phone', '+12345')],
    ['customer', customer('phone', `+${'1'.repeat(30)}`)],
    ['customer', address('country', 'UA')],
    ['customer', address('city', 'St. Louis 2')],
    ['customer', address('city', text(100))],
    ['customer', address('street', text(255))],
    ['customer', address('street', '')],
    ['customer', address('post_code', '№ 12/34')],
    ['customer', address('post_code', '😀'.repeat(50))],
  ])('%s: %s', (field, json) => {
    expect(check(field, json)).toMatchObject({ ok: true });
  });
});

describe('createPayinRequest refuses', () => {
  it.each([
    ['reference_id', undefined, '/reference_id', 'required'],
    ['reference_id', JSON.stringify(text(256)), '/reference_id', 'length'],
    ['reference_id', '"a b"', '/reference_id', 'pattern'],
    ['reference_id', '"a_b"', '/reference_id', 'pattern'],
    ['reference_id', '"a\\n"', '/reference_id', 'pattern'],
    ['reference_id', '5', '/reference_id', 'type'],
    ['currency', undefined, '/currency', 'required'],
    ['currency', '"eur"', '/currency', 'enum'],
    ['amount', undefined, '/amount', 'required'],
    ['amount', '"10"', '/amount', 'type'],
    ['amount', 'null', '/amount', 'type'],
    ['amount', '[1]', '/amount', 'type'],
    ['amount', '0', '/amount', 'amount'],
    ['amount', '0.00', '/amount', 'amount'],
    ['amount', '-1', '/amount', 'amount'],
    ['amount', '1e2', '/amount', 'amount'],
    ['amount', '1E2', '/amount', 'amount'],
    ['amount', '1E+1', '/amount', 'amount'],
    ['amount', '10.001', '/amount', 'amount'],
    ['amount', '10.000', '/amount', 'amount'],
    ['amount', '1000000000000', '/amount', 'amount'],
    ['merchant_gate_method_id', undefined, '/merchant_gate_method_id', 'required'],
    ['merchant_gate_method_id', '"1"', '/merchant_gate_method_id', 'format'],
    ['description', '""', '/description', 'length'],
    ['description', '" \\n"', '/description', 'length'],
    ['description', JSON.stringify('😀'.repeat(256)), '/description', 'length'],
    ['description', '"a\\nb"', '/description', 'pattern'],
    ['description', '"a\\u0085b"', '/description', 'pattern'],
    ['description', '"Paid with 4242 4242 4242 4242"', '/description', 'card_number'],
    ['description', 'null', '/description', 'type'],
    ['payment_method_data', '"x"', '/payment_method_data', 'type'],
    ['payment_method_data', '{"iban":"x"}', '/payment_method_data/iban', 'unknown_field'],
    [
      'payment_method_data',
      JSON.stringify({ payment_url: url(2049) }),
      '/payment_method_data/payment_url',
      'length',
    ],
    ['callback_url', JSON.stringify(url(356)), '/callback_url', 'length'],
    ['callback_url', '"ftp://shop.example/"', '/callback_url', 'format'],
    ['callback_url', '"javascript:alert(1)"', '/callback_url', 'format'],
    ['callback_url', '"/relative"', '/callback_url', 'format'],
    ['callback_url', '"//shop.example/"', '/callback_url', 'format'],
    ['callback_url', '"https:shop.example"', '/callback_url', 'format'],
    ['callback_url', '"https://"', '/callback_url', 'format'],
    ['callback_url', '"https://u:p@shop.example/"', '/callback_url', 'format'],
    ['callback_url', '"https://u@shop.example/"', '/callback_url', 'format'],
    ['callback_url', '" https://shop.example/"', '/callback_url', 'format'],
    ['callback_url', '"https://shop.example/\\r\\nX: y"', '/callback_url', 'format'],
    ['return_urls', '{"success":"shop"}', '/return_urls/success', 'format'],
    ['return_urls', JSON.stringify({ fail: url(356) }), '/return_urls/fail', 'length'],
    ['return_urls', '{"cancel":"https://x/"}', '/return_urls/cancel', 'unknown_field'],
    ['customer', undefined, '/customer', 'required'],
    ['customer', 'null', '/customer', 'type'],
    ['customer', '[]', '/customer', 'type'],
    ['customer', customer('reference_id', ''), '/customer/reference_id', 'pattern'],
    ['customer', customer('reference_id', text(65)), '/customer/reference_id', 'pattern'],
    ['customer', customer('first_name', text(51)), '/customer/first_name', 'length'],
    ['customer', customer('first_name', 'Дмитрий'), '/customer/first_name', 'pattern'],
    ['customer', customer('last_name', 'J.'), '/customer/last_name', 'pattern'],
    ['customer', customer('email', 'a@b'), '/customer/email', 'format'],
    ['customer', customer('email', ''), '/customer/email', 'format'],
    ['customer', customer('email', `a@${'b.'.repeat(126)}co`), '/customer/email', 'length'],
    ['customer', customer('phone', '+1234'), '/customer/phone', 'pattern'],
    ['customer', customer('phone', `+${'1'.repeat(31)}`), '/customer/phone', 'pattern'],
    ['customer', customer('phone', '380501234567'), '/customer/phone', 'pattern'],
    ['customer', customer('name', 'x'), '/customer/name', 'unknown_field'],
    ['customer', address('country', 'ua'), '/customer/address/country', 'format'],
    ['customer', address('country', 'XX'), '/customer/address/country', 'format'],
    ['customer', address('country', ''), '/customer/address/country', 'format'],
    ['customer', address('city', 'Київ'), '/customer/address/city', 'pattern'],
    ['customer', address('city', text(101)), '/customer/address/city', 'length'],
    ['customer', address('street', 'Main St, 5'), '/customer/address/street', 'pattern'],
    ['customer', address('street', text(256)), '/customer/address/street', 'length'],
    ['customer', address('post_code', text(51)), '/customer/address/post_code', 'length'],
    ['customer', address('post_code', 'a\0'), '/customer/address/post_code', 'pattern'],
    ['customer', address('region', 'x'), '/customer/address/region', 'unknown_field'],
    ['comment', '"x"', '/comment', 'unknown_field'],
  ])('%s: %s', (field, json, pointer, code) => {
    const result = check(field, json);
    expect(
      result.ok ? [] : result.violations.map((violation) => [violation.pointer, violation.code]),
    ).toEqual([[pointer, code]]);
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
