import { expect } from 'vitest';
import { threadUsedUs } from './process/event-loop.ts';

/** A body of 64 KiB has no more characters of two bytes, as combining marks are. */
export const LENGTH = 32 * 1024;

/** What makes work that does not stay in proportion to a text's length, each repeated to the full length. */
const PIECES = {
  'combining marks in the wrong order': '\u0301\u0316',
  'spacing marks in the wrong order': '\u302e\u{1d165}',
  'half-width marks between combining ones': '\u0301\u0316\u0301\u0316\uff9e',
  'letters that are many once normalized': '\ufdfa',
  'digits of another script': '\u0661',
  'digits apart': '1 ',
  'digits and dashes': '1 - ',
  'groups of digits': '4242 ',
  'white space': ' ',
  dots: '.',
  'dots between letters': 'a.',
  hyphens: 'a-',
  'hexadecimal groups': '42424242-4242-4242-8242-',
  'at signs': 'a@',
  slashes: '/a',
  'percent signs': '%3',
  'line breaks': '\r\n',
  quotes: '"\\',
  'halves of characters': '\ud800',
} as const;

const HOSTILE = [
  ...Object.values(PIECES).map((piece) => piece.repeat(LENGTH / piece.length)),
  `1${' '.repeat(LENGTH - 1)}`,
  `a@${'a.'.repeat(LENGTH / 2 - 2)} `,
  `data:image/png;base64,${'A'.repeat(LENGTH - 24)}!`,
  `https://a.example/${'/'.repeat(LENGTH - 19)}\u0301`,
];

function workUs(run: () => void): number {
  const beforeUs = threadUsedUs();
  run();
  return threadUsedUs() - beforeUs;
}

/** What it takes to scan a plain text of that length once. */
const PLAIN = 'a'.repeat(LENGTH);
const SCANS_MEASURED = 100;
const scanUs =
  workUs(() => {
    for (let scan = 0; scan < SCANS_MEASURED; scan += 1) Array.from(PLAIN);
  }) / SCANS_MEASURED;

/** For each text; all together is measured. One that takes work by the square of its length takes a thousand. */
const MOST_SCANS = 20;

/** Work is the processor's, by this thread alone: neither time that passes nor other programs are in it. */
export function expectLinear(run: (text: string) => unknown): void {
  const scans = workUs(() => HOSTILE.forEach(run)) / scanUs;
  expect(scans).toBeLessThan(MOST_SCANS * HOSTILE.length);
}
