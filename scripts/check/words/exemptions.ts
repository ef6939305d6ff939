import type { Exemption } from './find-gone-words.ts';

const ON_THE_WIRE = 'What the interface answers stays to the byte.';

export const EXEMPTIONS: readonly Exemption[] = [
  { path: 'scripts/check/words', why: 'Here the words are listed, and planted.' },
  { path: 'src/lib/i18n', why: 'Shoppers are spoken to in everyday words.' },
  {
    path: 'src/service/http/problems.ts',
    texts: ['The request is not sound HTTP'],
    why: ON_THE_WIRE,
  },
  {
    path: 'src/service/http/problem-reference.ts',
    texts: ['a sound request line and sound headers'],
    why: ON_THE_WIRE,
  },
  {
    path: 'docs/problems.md',
    texts: ['The request is not sound HTTP', 'a sound request line and sound headers'],
    why: ON_THE_WIRE,
  },
];
