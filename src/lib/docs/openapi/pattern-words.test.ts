import { expect, it } from 'vitest';
import { developerDocument, openApiDocument } from '#contract/openapi/document.ts';
import { PATTERN_WORDS } from './pattern-words.ts';

/** Returns the patterns that a page shows. Formats are left out, since their names say what they require. */
function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'pattern' in value && typeof value.pattern === 'string' && !('format' in value)
      ? [value.pattern]
      : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

it('PATTERN_WORDS describes exactly the patterns in the OpenAPI documents', () => {
  const url = 'http://localhost:3000';
  const shown = new Set(patternsIn([openApiDocument(url), developerDocument(url)]));
  expect(Object.keys(PATTERN_WORDS).toSorted()).toEqual([...shown].toSorted());
});
