import { describe, expect, it } from 'vitest';

import { chooseStages } from './stages.ts';

describe('the stages of a run', () => {
  it.each([
    ['one that serves no page', ['unit'], ['unit']],
    ['one that serves pages, with their build before it', ['browser'], ['build', 'browser']],
    ['the build by itself', ['build'], ['build']],
    [
      'several, in the order of the list and not of the question',
      ['browser', 'unit', 'build'],
      ['build', 'unit', 'browser'],
    ],
    ['one that is extra', ['citus'], ['build', 'citus']],
  ])('are those that were named: %s', (_, names, chosen) => {
    expect(namesOf(names)).toEqual(chosen);
  });

  it('are all where none is named, but for those that are extra', () => {
    const all = namesOf([]);
    expect(all).toContain('engine');
    expect(all).not.toContain('citus');
  });

  it('are none where one of them is unknown, and what there is to choose from is said', () => {
    expect(chooseStages(['unit', 'units'])).toMatch(/^No such stage: units\. There are: build, /);
  });
});

function namesOf(names: readonly string[]): string[] | string {
  const chosen = chooseStages(names);
  return typeof chosen === 'string' ? chosen : chosen.map(({ name }) => name);
}
