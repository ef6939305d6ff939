import { Script } from 'node:vm';
import { PATIENCE_MS } from './patience.ts';

/** More than any body holds. Work by the square of it is 10^11 steps and more, which take a processor two minutes at least. */
export const LENGTH = 512 * 1024;

type Texts = Readonly<Record<string, string>>;

/** What makes work that does not stay in proportion to a text's length, each repeated to the full length. */
const PIECES = {
  'combining marks in the wrong order': '\u0301\u0316',
  'spacing marks in the wrong order': '\u302e\u{1d165}',
  'half-width marks between combining ones': '\u0301\u0316\u0301\u0316\uff9e',
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

/** One letter that is eighteen once normalized. */
const MANY_LETTERS = '\ufdfa';

export const HOSTILE_TEXTS: Texts = {
  ...Object.fromEntries(Object.entries(PIECES).map(([name, piece]) => [name, repeated(piece)])),
  'letters that are many once normalized': MANY_LETTERS.repeat(LENGTH / 18),
  'white space behind a digit': `1${' '.repeat(LENGTH - 1)}`,
  'an e-mail address of many labels': `a@${'a.'.repeat(LENGTH / 2 - 2)} `,
  'an image with another character at its end': `data:image/png;base64,${'A'.repeat(LENGTH - 24)}!`,
  'a path of slashes': `https://a.example/${'/'.repeat(LENGTH - 19)}\u0301`,
};

/**
 * For all texts together. Work in proportion to their length takes a quarter of a second of a processor at most: only what would
 * hardly end is ended by this, on a machine of a hundredth of the speed as well.
 */
const HANGS_AFTER_MS = PATIENCE_MS / 10;

/** A watchdog ends code that does not return. No timer of the same thread could. */
const watched = new Script('runOnHostileTexts()');

/**
 * Fails where work grows with the square of a text's length, or faster. Nothing is measured: the texts are so long that such work
 * hangs, and work in proportion to their length is done at once.
 */
export function expectLinear(run: (text: string) => unknown, texts: Texts = HOSTILE_TEXTS): void {
  let current = '';
  Reflect.set(globalThis, 'runOnHostileTexts', () => {
    for (const [name, text] of Object.entries(texts)) {
      current = `${text.length} characters of ${name}`;
      run(text);
    }
  });
  try {
    // Starting the watchdog takes longer than most fields take for all texts.
    watched.runInThisContext({ timeout: HANGS_AFTER_MS });
  } catch (cause) {
    throw new Error(`Failed on ${current}`, { cause });
  }
}

/** To the full length. */
export function repeated(piece: string): string {
  return piece.repeat(LENGTH / piece.length);
}
