import { describe, expect, it } from 'vitest';
import { moveByOneStep, moveToStep, stepsOf } from './route-order.ts';

/** `a1 b2 c2`: terminals with their priorities; steps are shown as `a|bc`. */
function stepsIn(text: string) {
  return stepsOf(
    text
      .split(' ')
      .map((route) => ({ terminal: route.charAt(0), priority: Number(route.slice(1)) })),
  );
}

function shown(steps: ReturnType<typeof stepsIn>) {
  return steps.map((step) => step.map(({ terminal }) => terminal).join('')).join('|');
}

describe('the order of routes', () => {
  it.each([
    ['b2 a1 c2', 'b', 'earlier', 'a|b|c'],
    ['a1 b2 c2', 'b', 'later', 'a|c|b'],
    ['a1 b2 c3', 'c', 'earlier', 'a|c|b'],
    ['a1 b2 c3', 'a', 'later', 'b|a|c'],
    ['a1 b2', 'a', 'earlier', 'a|b'],
    ['a1 b2', 'b', 'later', 'a|b'],
  ] as const)('of %s with %s %s is %s', (routes, terminal, direction, after) => {
    expect(shown(moveByOneStep(stepsIn(routes), terminal, direction))).toBe(after);
  });

  it.each([
    ['a1 b2 c3', 'c', 0, 'c|a|b'],
    ['a1 b2 c3', 'a', 3, 'b|c|a'],
    ['a1 b2 c2', 'c', 0, 'c|a|b'],
    ['a1 b2', 'a', 0, 'a|b'],
  ] as const)('of %s with %s put before step %i is %s', (routes, terminal, before, after) => {
    expect(shown(moveToStep(stepsIn(routes), terminal, before))).toBe(after);
  });
});
