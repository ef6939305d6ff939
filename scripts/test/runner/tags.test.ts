import { expect, it } from 'vitest';

import { isChosen, tagsFilter, type Choice } from './tags.ts';

const SERVICE: Choice = { without: ['pglite-only', 'apart'] };
const ENGINE: Choice = { only: ['both-engines', 'pglite-only'], without: ['apart'] };
const REST: Choice = { without: ['pglite-only'], not: SERVICE };

it.each<[Choice, string, (readonly string[])[], (readonly string[])[]]>([
  [{}, '', [[], ['apart']], []],
  [SERVICE, '!pglite-only && !apart', [[]], [['both-engines', 'apart']]],
  [
    ENGINE,
    '(both-engines || pglite-only) && !apart',
    [['both-engines']],
    [[], ['both-engines', 'apart']],
  ],
  [REST, '!pglite-only && !(!pglite-only && !apart)', [['apart']], [[], ['pglite-only']]],
])(
  'a choice %j is the filter %s, and means the same for recorded outcomes',
  (choice, filter, within, without) => {
    expect(tagsFilter(choice)).toBe(filter);
    for (const tags of within) expect(isChosen(tags, choice)).toBe(true);
    for (const tags of without) expect(isChosen(tags, choice)).toBe(false);
  },
);
