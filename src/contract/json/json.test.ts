import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../../tests/support/hostile-texts.ts';
import { MAX_NAMES, MAX_TOKENS, parseJson, readJson, scanJson } from './json.ts';
import { NumberText } from './number-text.ts';

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

function nested(depth: number) {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

describe('parseJson', () => {
  it('keeps the source text of every number', () => {
    expect(parseJson(bytes('{"amount":10.50,"size":[10.50],"x":{"amount":1e2}}'))).toEqual({
      ok: true,
      value: {
        amount: new NumberText('10.50'),
        size: [new NumberText('10.50')],
        x: { amount: new NumberText('1e2') },
      },
    });
  });

  it('reads numbers as numbers if asked to', () => {
    expect(parseJson(bytes('{"overlap_hours":1.5}'), 'as numbers')).toEqual({
      ok: true,
      value: { overlap_hours: 1.5 },
    });
  });

  it('refuses repeated members, naming their pointers', () => {
    const body = '{"amount":1,"customer":{"email":"a","email":"b"},"amount":1}';
    expect(parseJson(bytes(body))).toMatchObject({
      ok: false,
      errors: [
        { pointer: '/customer/email', code: 'repeated' },
        { pointer: '/amount', code: 'repeated' },
      ],
    });
  });

  it('refuses a member named __proto__ anywhere, however it is escaped', () => {
    const body = String.raw`{"customer":{"__proto__":{"a":1}},"rows":[{"\u005f_proto__":null}]}`;
    expect(parseJson(bytes(body))).toMatchObject({
      ok: false,
      errors: [
        { pointer: '/customer/__proto__', code: 'unknown_field' },
        { pointer: '/rows/0/__proto__', code: 'unknown_field' },
      ],
    });
  });

  it('does not repeat a name that may be a card number', () => {
    const card = '5105105105105100';
    const body = `{"customer":{"${card}":{"a":1,"a":2},"${card}":3}}`;
    const parsed = parseJson(bytes(body));
    expect(JSON.stringify(parsed)).not.toContain(card);
    expect(parsed).toMatchObject({
      errors: [{ pointer: '/customer' }, { pointer: '/customer' }],
    });
  });

  it('leaves an amount unchanged that is no number', () => {
    expect(parseJson(bytes('{"amount":"10"}'))).toEqual({ ok: true, value: { amount: '10' } });
    expect(parseJson(bytes('{"amount":null}'))).toEqual({ ok: true, value: { amount: null } });
  });

  it('reads the output of JSON.stringify', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(object, (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(bytes(text), 'as numbers')).toEqual({
          ok: true,
          value: JSON.parse(text) as unknown,
        });
      }),
    );
  });

  it.each([
    ['broken', '{"a":'],
    ['empty', ''],
    ['with a trailing comma', '{"a":1,}'],
    ['with a comment', '{} // x'],
    ['two documents', '{}{}'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['NaN', '{"amount":NaN}'],
    ['a number with a leading zero', '{"amount":01}'],
  ])('refuses a body that is %s', (_, text) => {
    expect(parseJson(bytes(text)).ok).toBe(false);
  });

  it('refuses bytes that are not UTF-8', () => {
    const body = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d);
    expect(parseJson(body)).toEqual({ ok: false, detail: 'The body is not UTF-8.' });
  });

  it('reads sixteen levels and refuses a seventeenth', () => {
    expect(parseJson(bytes(nested(16))).ok).toBe(true);
    expect(parseJson(bytes(nested(17))).ok).toBe(false);
  });

  it('does not count brackets in strings', () => {
    expect(parseJson(bytes(JSON.stringify({ a: `\\"${'[{'.repeat(50)}` }))).ok).toBe(true);
  });

  it.each(['[', '{"a":', '{"a":['])('survives 64 KiB of %s', (opening) => {
    const hostile = opening.repeat(65_536 / opening.length);
    expect(parseJson(bytes(hostile)).ok).toBe(false);
  });

  it('never repeats the body in its refusal', () => {
    const refusals = ['{"cvv":"737"', '["737"]', '{"cvv":737x}'].map((body) =>
      parseJson(bytes(body)),
    );
    expect(JSON.stringify(refusals)).not.toContain('737');
  });
});

describe('readJson', () => {
  it('takes null members as omitted', () => {
    expect(readJson(bytes('{"a":null,"b":{"c":null,"d":0},"e":false}'))).toStrictEqual({
      b: { d: 0 },
      e: false,
    });
    expect(readJson(bytes('{"list":[{"a":null},"b",null]}'))).toStrictEqual({
      list: [{}, 'b', undefined],
    });
    expect(readJson(bytes('null'))).toBeUndefined();
  });

  it.each(['{"__proto__":{"a":1}}', String.raw`[{"a":{"\u005f_proto__":null}}]`])(
    'returns undefined for a member named __proto__: %s',
    (text) => {
      expect(readJson(bytes(text))).toBeUndefined();
    },
  );

  it('keeps the text __proto__ where it is no name', () => {
    expect(readJson(bytes('{"a":"__proto__","b":["__proto__"]}'))).toStrictEqual({
      a: '__proto__',
      b: ['__proto__'],
    });
  });

  it('returns undefined for invalid JSON', () => {
    expect(readJson(bytes('<html>'))).toBeUndefined();
    expect(readJson(Uint8Array.of(0xff))).toBeUndefined();
  });

  it('reads as much as a request may have, and returns undefined for more', () => {
    const named = (count: number) =>
      `[{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(',')}}]`;
    expect(readJson(bytes(nested(16)))).toBeDefined();
    expect(readJson(bytes(nested(17)))).toBeUndefined();
    expect(readJson(bytes(named(MAX_NAMES)))).toBeDefined();
    expect(readJson(bytes(named(MAX_NAMES + 1)))).toBeUndefined();
    const items = (count: number) => bytes(`[${Array.from({ length: count }, () => 1).join(',')}]`);
    expect(readJson(items(MAX_TOKENS / 2 - 1))).toBeDefined();
    expect(readJson(items(MAX_TOKENS / 2))).toBeUndefined();
  });

  it('returns undefined for very deep nesting', () => {
    expect(readJson(bytes('['.repeat(100_000) + ']'.repeat(100_000)))).toBeUndefined();
  });
});

function repeatedMembers(text: string): unknown {
  const scanned = scanJson(text);
  return scanned.ok ? scanned.repeated : scanned.why;
}

describe('scanJson', () => {
  it.each([
    ['at the top', '{"a":1,"b":2,"a":1}', [['a']]],
    [
      'however the name is escaped',
      String.raw`{"a":1,"\u0061":2,"\"":1,"\u0022":2}`,
      [['a'], ['"']],
    ],
    ['inside an object', '{"a":{"b":{"c":1,"c":2}},"c":3}', [['a', 'b', 'c']]],
    ['inside an array', '{"a":[{"b":1},{"b":1, "b":[]}]}', [['a', 1, 'b']]],
    ['three times', '{"a":1,"a":2,"a":3}', [['a'], ['a']]],
    ['that holds another', '{"a":{"b":1},"a":{"b":1,"b":2}}', [['a'], ['a', 'b']]],
    ['of empty name', '{"":1,"":2}', [['']]],
    ['named as what every object has', '{"__proto__":1,"__proto__":2}', [['__proto__']]],
    ['that looks like text', String.raw`{"a":"\",\"a\":","a\\":1,"a\\":[]}`, [['a\\']]],
  ])('finds a repeated member %s', (_, text, paths) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(repeatedMembers(text)).toEqual(paths);
  });

  it('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        expect(repeatedMembers(JSON.stringify(value, undefined, space))).toEqual([]);
      }),
    );
  });

  it('finds every repeat among thousands of members', () => {
    const names = Array.from(
      { length: 10_000 },
      (_, index) => `"${index % 2}":"${'\\\\'.repeat(3)}"`,
    );
    expect(repeatedMembers(`{${names.join(',')}}`)).toHaveLength(9_998);
  });

  it('takes linear time for an unterminated text, and for invalid JSON', () => {
    expectLinear((text) => scanJson(`"${text}`));
    expectLinear((text) => scanJson(text));
  });

  it('refuses a text with too many tokens', () => {
    const scanned = scanJson(`[${'1,'.repeat(MAX_TOKENS)}1]`);
    expect(scanned).toEqual({ ok: false, why: 'tokens' });
  });

  it('refuses an object with too many names', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `"name ${index}":1`).join(',');
    expect(scanJson(`[{${names(MAX_NAMES)}},{"another":1}]`)).toMatchObject({ ok: true });
    expect(scanJson(`{${names(MAX_NAMES + 1)}}`)).toEqual({ ok: false, why: 'names' });
  });
});
