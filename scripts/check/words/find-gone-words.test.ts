import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXEMPTIONS } from './exemptions.ts';
import { findGoneWords } from './find-gone-words.ts';
import { GONE_WORDS } from './gone-words.ts';

/** One for each word, in the shapes that words have in a source. */
const PLANTED: Record<string, string> = {
  books: '/** The books: movements and their entries. */',
  'the house': '// An account of the house.',
  news: 'export type ProviderNews = string;',
  'hear of': 'function hearOfAttempt() {}',
  knock: 'The adapter knocks twice.',
  'an ask': '/** Longer than an ask takes. */',
  asks: 'const anyAsks = hastens;',
  hasten: 'await hastenAll();',
  noted: ".with('noted', move)",
  'note moved': 'noteMoved({ from, to });',
  walk: 'It walks the index.',
  road: 'const WITHOUT_ROAD = [];',
  'dead end': 'import DeadEnd from x;',
  lane: 'createLanes()',
  pace: 'interface Paces {}',
  'held events': 'createHeldEvents()',
  furnish: 'It furnishes the sandbox.',
  away: 'While the database\n * is away, nothing moves.',
  'tell the log': '// Tells the log once.',
  sound: 'const soundBody = {};',
  'not whole': 'function refuseWhatIsNotWhole() {}',
  mischief: 'describe("mischief", () => {});',
  'settings changed': "{ kind: 'settings_changed' }",
  'serve deps': 'interface ServeDeps {}',
  exchange: 'exchangeTimeoutMs: 10',
  admit: 'function admit() {}',
  'everyday headers': 'everydayHeaders(id)',
};

const saidIn = (text: string, file = 'src/service/file.ts') =>
  findGoneWords(file, text, EXEMPTIONS).map(({ word }) => word.name);

describe('a word that is not said any more', () => {
  it.each(GONE_WORDS)('is found: $name', ({ name }) => {
    expect(saidIn(PLANTED[name] ?? '')).toContain(name);
  });

  it('is found in the name of a file', () => {
    expect(findGoneWords('tests/e2e/roads.spec.ts', '')).toMatchObject([{ line: 0 }]);
  });

  it('is found with its line, and with the term to say', () => {
    expect(findGoneWords('docs/states.md', 'A status\nmoves along\na road.')).toMatchObject([
      { line: 3, said: 'road', word: { say: expect.stringContaining('transition') as string } },
    ]);
  });

  it.each([
    'a broadcast, with whitespace in a notebook',
    'const isWholeHours = true; // of whole minor units',
    'nobody asks; the service asks the provider',
    'The database is unavailable, minutes away.',
    'pg_dump threw it away',
  ])('is not taken from the midst of another: %s', (text) => {
    expect(saidIn(text)).toEqual([]);
  });
});

describe('an exemption', () => {
  it('is for its text alone', () => {
    const exempt = 'The request is not sound HTTP';
    expect(saidIn(exempt, 'docs/problems.md')).toEqual([]);
    expect(saidIn(`${exempt}, of a sound body`, 'docs/problems.md')).toEqual(['sound']);
  });

  it.each(EXEMPTIONS)('is still needed: $path', ({ path, texts = [] }) => {
    expect(existsSync(path)).toBe(true);
    for (const text of texts) expect(readFileSync(path, 'utf8')).toContain(text);
  });

  it('is for its path alone', () => {
    expect(saidIn('we hear', 'src/lib/i18n/en.ts')).toEqual([]);
    expect(saidIn('we hear', 'src/lib/i18n-tools.ts')).toEqual(['hear of']);
  });
});
