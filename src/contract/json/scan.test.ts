import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../../tests/support/hostile-texts.ts';
import { MAX_NAMES, MAX_TOKENS, scanJson } from './scan.ts';

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
