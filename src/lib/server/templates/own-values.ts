import { randomBytes } from 'node:crypto';

/**
 * What a page has for itself, and no other: its nonce, and what of it is its order's alone. It is rendered
 * with a mark in the place of each, so that whatever it has in common with others is the same text.
 */
export interface OwnValues {
  /** A mark for a text; the text itself where none can stand for it. */
  take(text: string): string;
  /** As they stand in HTML, in the order of their marks. */
  readonly values: readonly string[];
}

/** HTML and JSON leave it as it is, and nobody who writes into a page can guess it. */
const SECRET = randomBytes(6).toString('hex');
const MOST_VALUES = 16;
const EACH_MARK = new RegExp(`\u{E000}${SECRET}([0-9a-f])`, 'gu');

/** What is escaped in one place and not in another, or could end a comment. */
const CANNOT_BE_TAKEN = /["\\<>\p{Cc}]/u;
/** A shorter one costs more to refer to than to repeat. */
const SHORTEST_BYTES = 5;

export const ownValues = (): OwnValues => {
  const values: string[] = [];
  return {
    values,
    take(text) {
      const value = text.replaceAll('&', '&amp;');
      const known = values.indexOf(value);
      if (known !== -1) return markOf(known);
      if (values.length === MOST_VALUES || CANNOT_BE_TAKEN.test(text)) return text;
      if (Buffer.byteLength(value) < SHORTEST_BYTES) return text;
      return markOf(values.push(value) - 1);
    },
  };
};

const markOf = (index: number): string => `\u{E000}${SECRET}${index.toString(16)}`;

/** Puts values in the places of their marks. */
export const fillIn = (text: string, values: readonly string[]): string =>
  text.replaceAll(EACH_MARK, (_, index: string) => values[Number.parseInt(index, 16)] ?? '');

const DOCTYPE = '<!doctype html>';
const BEFORE_VALUES = `${DOCTYPE}<!--`;
const BETWEEN_VALUES = ' ';
const AFTER_VALUES = '-->';
/** Bytes before which brotli keeps nothing that a later block could refer to. */
const SHORTEST_START = 128;

/** A page whose own values all stand at its beginning: what follows only refers to them. */
export interface SplitPage {
  /** The doctype, and a comment with a mark for each value. */
  start: string;
  rest: string;
}

export const splitPage = (html: string, { values }: OwnValues): SplitPage => {
  const marks = values.map((_, index) => markOf(index)).join(BETWEEN_VALUES);
  const length = Buffer.byteLength(BEFORE_VALUES + values.join(BETWEEN_VALUES) + AFTER_VALUES);
  const room = ' '.repeat(Math.max(0, SHORTEST_START - length));
  return {
    start: BEFORE_VALUES + marks + room + AFTER_VALUES,
    rest: html.replace(DOCTYPE, ''),
  };
};

/** What stands in the places of the values, in a start of one byte a character. */
export const valuesIn = (start: string, lengths: readonly number[]): string[] => {
  let end = BEFORE_VALUES.length - BETWEEN_VALUES.length;
  return lengths.map((length) => {
    const from = end + BETWEEN_VALUES.length;
    end = from + length;
    return start.slice(from, end);
  });
};
