import { formatTime } from './when.ts';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The hyphen of a negative amount like -12.50; none within a word, a date or a range. */
const HYPHEN_OF_AMOUNT = /(?<![\w.-])-(?=\d+\.\d{2}(?!\d))/g;

/** Typesets a text from the service: ISO times become readable ones, and negative amounts get a minus sign. */
export function typeset(text: string): string {
  return text
    .replace(INSTANT, (instant) => formatTime(new Date(instant)))
    .replace(HYPHEN_OF_AMOUNT, '−');
}
