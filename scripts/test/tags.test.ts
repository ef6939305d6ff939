import { describe, expect, it } from 'vitest';

import { isChosen, tagsFilter, type Choice } from './tags.ts';

const SERVICE: Choice = { without: ['pglite-only', 'apart'] };
const ENGINE: Choice = { only: ['both-engines', 'pglite-only'], without: ['apart'] };
const REST: Choice = { without: ['pglite-only'], not: SERVICE };

describe('the choice of tests by tags', () => {
  it.each<[string, Choice, string]>([
    ['all', {}, ''],
    ['all but some', SERVICE, '!pglite-only && !apart'],
    ['some of them', ENGINE, '(both-engines || pglite-only) && !apart'],
    ['what another choice leaves out', REST, '!pglite-only && !(!pglite-only && !apart)'],
  ])('is a filter for Vitest: %s', (_, choice, filter) => {
    expect(tagsFilter(choice)).toBe(filter);
  });

  it.each<[string, Choice, string[], boolean]>([
    ['a test without tags, by what leaves some out', SERVICE, [], true],
    ['a test that is left out', SERVICE, ['both-engines', 'apart'], false],
    ['a test without tags, by what names some', ENGINE, [], false],
    ['a test with one of those', ENGINE, ['both-engines'], true],
    ['a test that is left out all the same', ENGINE, ['both-engines', 'apart'], false],
    ['what the other choice leaves out', REST, ['apart'], true],
    ['what the other choice has', REST, [], false],
  ])('applies in the same way to recorded outcomes: %s', (_, choice, tags, isIn) => {
    expect(isChosen(tags, choice)).toBe(isIn);
  });
});
