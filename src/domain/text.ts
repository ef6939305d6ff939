/**
 * The most marks that any script puts on one letter, and those beyond, which are abuse: combining marks, and the two
 * half-width ones that NFKC makes combining. A literal, so that pages that do not use it do not contain it.
 */
const SURPLUS_MARKS = /([\p{M}\uFF9E\uFF9F]{4})[\p{M}\uFF9E\uFF9F]+/gu;

/** Tells whether a text has more marks in a row than any letter has. Such text is no real name or word. */
export function hasTooManyMarks(text: string): boolean {
  return text.search(SURPLUS_MARKS) !== -1;
}

/**
 * Normalizes text of any length in linear time; nothing else may call `normalize`. Normalization sorts each run of combining marks,
 * in time quadratic in the run's length, so only the first marks of each run are kept.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC'): string {
  // oxlint-disable-next-line no-restricted-properties -- No run is longer than a letter's.
  return text.replace(SURPLUS_MARKS, '$1').normalize(form);
}

/**
 * Cuts a text that others wrote, and replaces what PostgreSQL does not store: NUL and halves of characters, of which
 * the cut may leave one.
 */
export function storableStart(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD');
}
