import { Script } from 'node:vm';
import { PATIENCE_MS } from './patience.ts';

/** Longer than any request body. Quadratic work on it takes over 10^11 steps: minutes of processor time. */
export const LENGTH = 512 * 1024;

type Texts = Readonly<Record<string, string>>;

/** Pieces that can cause super-linear work. Each is repeated to the full length. */
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

/** One letter that normalizes to eighteen. */
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
 * The limit for all texts together. Linear work on them takes at most a quarter of a second of processor time, so even
 * on a machine a hundred times slower this ends only work that hangs.
 */
const HANGS_AFTER_MS = PATIENCE_MS / 10;

/** Run with a timeout, whose watchdog thread ends code that does not return. A timer on the same thread could not. */
const watched = new Script('runOnHostileTexts()');

/**
 * Fails if the work of `run` grows with the square of a text's length, or faster. It measures nothing: the texts are so
 * long that quadratic work hangs, while linear work ends at once.
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

/** Repeats a piece to the full length. */
export function repeated(piece: string): string {
  return piece.repeat(LENGTH / piece.length);
}
