import { expect, it } from 'vitest';

import { challengeReturn } from './challenge-return.ts';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 'x']));

it.each([
  ['an old bank’s form', { MD: 'abc', PaRes: 'eJx' }, true],
  ['no member', {}, true],
  ['20 members', many(20), true],
  ['21 members', many(21), false],
  ['a name of 64 characters', { ['n'.repeat(64)]: '' }, true],
  ['a longer name', { ['n'.repeat(65)]: '' }, false],
  ['16,384 characters in two values', { a: 'x'.repeat(16_000), b: 'x'.repeat(384) }, true],
  ['one more', { a: 'x'.repeat(16_000), b: 'x'.repeat(385) }, false],
  ['a value that is no text', { a: 1 }, false],
])('judges by its size alone what came back: %s', (_, members, taken) => {
  expect(challengeReturn.safeParse({ members }).success).toBe(taken);
});
