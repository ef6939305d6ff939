import { expect, it } from 'vitest';

import { expectLinear } from '../../../tests/support/hostile-texts.ts';
import { holdsCardLike } from './card-like.ts';

it('finds a card number in any member, over several lines', () => {
  expect(holdsCardLike({ a: [{ b: '4242\\n4242: 4242; 4242' }] })).toBe(true);
  expect(holdsCardLike({ a: [{ b: '4242\\n4242: 4242; 4241' }] })).toBe(false);
});

it('takes work in proportion to the length of a text', () => {
  expectLinear(holdsCardLike);
});
