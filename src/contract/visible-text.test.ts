import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectLinear } from '../../tests/support/hostile-texts.ts';
import { toVisible, toVisibleLines } from './visible-text.ts';

it.each([
  [
    'commands of a terminal',
    '\u001b[2J\u0007\u009b31m\u007f',
    String.raw`\u001b[2J\u0007\u009b31m\u007f`,
  ],
  ['ends of lines', 'a\r\nb\u2028c\u2029d\u0085e', String.raw`a\u000d\u000ab\u2028c\u2029d\u0085e`],
  [
    'marks of direction',
    '\u202egnp.exe\u2069\u200f\u061c',
    String.raw`\u202egnp.exe\u2069\u200f\u061c`,
  ],
  ['halves of characters', 'a\ud800b', String.raw`a\ud800b`],
])('escapes %s', (_, text, visible) => {
  expect(toVisible(text)).toBe(visible);
});

it.each(['plain – text', 'ąłمرحبا שלום', 'می\u200cخواهم', '👩‍👧 𝒜', String.raw`C:\users`])(
  'leaves every other text as it is: %s',
  (text) => {
    expect(toVisible(text)).toBe(text);
  },
);

it('keeps the lines of a longer text', () => {
  expect(toVisibleLines('a\n\u001bb\r\n')).toBe('a\n\\u001bb\\u000d\n');
});

it('keeps the meaning of JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const text = JSON.stringify({ [value]: [value] }, null, 2);
      expect(JSON.parse(toVisibleLines(text))).toEqual(JSON.parse(text));
    }),
  );
});

it('takes linear time', () => {
  expectLinear(toVisible);
});
