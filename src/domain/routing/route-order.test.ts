import { expect, it } from 'vitest';
import { newPriorities } from './route-order.ts';

/** Parses `a1|b2 c2`: terminals with their current priorities, in the desired steps. */
function said(text: string) {
  return newPriorities(
    text
      .split('|')
      .map((step) =>
        step
          .split(' ')
          .map((route) => ({ terminal: route.charAt(0), priority: Number(route.slice(1)) })),
      ),
  ).map(({ terminal, before, priority }) => [terminal, before, priority]);
}

it.each([
  ['are kept', 'a1|b5', []],
  [
    'that there are are used',
    'b5|a1',
    [
      ['b', 5, 1],
      ['a', 1, 5],
    ],
  ],
  [
    'are new for more steps',
    'b1|a1',
    [
      ['b', 1, 10],
      ['a', 1, 20],
    ],
  ],
  [
    'are shared in a step',
    'a1 b5',
    [
      ['a', 1, 10],
      ['b', 5, 10],
    ],
  ],
] as const)('priorities %s: %s', (_what, steps, changed) => {
  expect(said(steps)).toEqual(changed);
});
