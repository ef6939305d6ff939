import { expect, it } from 'vitest';

import { BROWSER_FLOOR } from '../../../vite/browser-floor.ts';
import { findUnknown } from './find-unknown.ts';
import { readParts } from './inventory.ts';

/** Features that scripts can do without, and our own members that have the names of newer browser features. */
const ALLOWED: readonly string[] = [
  // Used in a `try`.
  'new Intl.NumberFormat({ unit })',
  'new Intl.NumberFormat({ unitDisplay })',
  // Browsers without these options write only the date.
  'new Intl.DateTimeFormat({ dateStyle })',
  'new Intl.DateTimeFormat({ timeStyle })',
  // Without it, a foreign button may submit the form.
  '.submitter',
  // Asked for with `in`: without it, a stopped request lets go of its button a little later.
  'navigation',
  // Asked for with `in`: without it, the page's ten countries and a field for another code stay.
  'Intl.DisplayNames',
  // The button is shown only if the browser has it.
  '.print',
  // Ours: FormAnswer and JudgedFields.
  '.errors',
  '.show',
  // Ours: a field of the form.
  '.phone',
];

const scripts = (await readParts()).filter(({ kind }) => kind === 'script');

it.each(scripts)('every browser of 2020 supports what the script $name uses', ({ text }) => {
  const unknown = findUnknown(text, BROWSER_FLOOR);
  expect(unknown.filter((use) => !ALLOWED.includes(use.split(': ')[0] ?? ''))).toEqual([]);
});

it.each([
  ['a global', 'structuredClone(a)', 'structuredClone: chrome'],
  ['a static method of an interface', 'AbortSignal.timeout(1)', 'AbortSignal.timeout: chrome'],
  ['a static method of a builtin', 'Object.groupBy(a, b)', 'Object.groupBy: chrome'],
  ['a method', 'a.toSorted()', '.toSorted: chrome'],
  ['an attribute that is reflected', "a.ariaInvalid = 'true'", '.ariaInvalid: chrome'],
  ['a member that is taken apart', 'const { submitter } = event', '.submitter: chrome'],
  ['a selector', "a.querySelector('details:has(a)')", ':has: chrome'],
  [
    'an option',
    "new Intl.NumberFormat('en', { unit: 'day' })",
    'new Intl.NumberFormat({ unit }): safari',
  ],
  ['a regular expression', '/(?<!a)b/.test(c)', '/(?<!a)b/: lookbehind_assertion: safari'],
  ['a flag of one', '/a/v.test(b)', 'Parsing error'],
  ['syntax', 'a ??= b', 'Parsing error'],
])('finds %s that is too new', (_kind, code, found) => {
  expect(findUnknown(code, BROWSER_FLOOR).map((use) => use.slice(0, found.length))).toEqual([
    found,
  ]);
});

it.each([
  'a.map(b)',
  '[...a].includes(b)',
  "a.matches(':focus')",
  'Object.entries(a)',
  'a?.b ?? c',
])('finds nothing too new in %s', (code) => {
  expect(findUnknown(code, BROWSER_FLOOR)).toEqual([]);
});
