/** No script writes more marks on one letter: more are sent for the marks themselves. */
const MAX_MARKS = 4;
/** Combining marks, and the two half-width ones that NFKC makes combining. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const SURPLUS_MARKS = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/** Whether more marks follow each other than any letter has: where letters are wanted, these are none. */
export function hasTooManyMarks(text: string): boolean {
  return text.search(SURPLUS_MARKS) !== -1;
}

/**
 * Unicode's normal form in time linear in the text, the only place that makes it. Normalization sorts each run of
 * combining marks, in time that grows with the square of the run's length: of each run the first marks are kept.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC'): string {
  // oxlint-disable-next-line no-restricted-properties -- No run is longer than a letter's.
  return text.replace(SURPLUS_MARKS, '$1').normalize(form);
}
