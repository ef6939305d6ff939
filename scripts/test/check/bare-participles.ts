/**
 * Counts declared names that are one bare participle, such as `found`: a value's name is a noun that says what it is.
 * Part of `npm run check`: the count must not rise. The argument may name a folder with another `src/`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { done, end, failed } from '../../command-line.ts';

/** The names that are left from before. Lower it when you rename some. */
const LIMIT = 452;

const PARTICIPLES = [
  'answered',
  'asked',
  'changed',
  'described',
  'ended',
  'found',
  'given',
  'joined',
  'kept',
  'known',
  'made',
  'moved',
  'named',
  'opened',
  'refused',
  'shown',
  'taken',
  'wanted',
].join('|');
/** Declarations by const, let and function, and what they take out of objects and lists. */
const DECLARATION = new RegExp(
  `\\b(?:const|let|function)\\s+(?:(${PARTICIPLES})\\b|[{[](?:[^=]*?[\\s{[,:])?(${PARTICIPLES})\\b(?!:)[^=]*?[}\\]]\\s*=)`,
  'g',
);

const root = process.argv[2] ?? '.';
const names = globSync('{src,packages}/**/*.{ts,svelte}', {
  cwd: root,
  exclude: ['**/conformance/**'],
})
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8')));
end(
  names.length <= LIMIT
    ? done(`${names.length} names are bare participles, at most ${LIMIT}`)
    : failed(
        [
          ...names,
          `${names.length} names are bare participles, at most ${LIMIT}: call a value what it is.`,
        ].join('\n'),
      ),
);

function namesIn(file: string, text: string): string[] {
  return [...text.matchAll(DECLARATION)].map(({ 1: alone, 2: within = '', index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${alone ?? within}`;
  });
}
