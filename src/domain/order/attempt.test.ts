import { expect, it } from 'vitest';
import { attemptsLeft } from './attempt.ts';

it.each([
  ['what the method allows, less what was declined', 3, 3, 1, 2],
  ['what an order may have at most, less what was made', 10, 4, 1, 1],
  ['none, and not fewer, where more were declined', 1, 2, 2, 0],
  ['none, and not fewer, where more were made', 10, 6, 0, 0],
])('the attempts left are %s', (_, maxAttempts, made, declined, left) => {
  expect(attemptsLeft(maxAttempts, { made, declined })).toBe(left);
});
