/**
 * Characters that make a spreadsheet evaluate a cell as a formula, half-width or full-width, wherever a cell may
 * begin. Some programs also split a line at semicolons or tabs, whatever the file's separator, and do not treat
 * quotes or line breaks specially.
 */
const FORMULA = /^[\t\r\n]|(?<=^|[;\t\r\n"])[=+\-@＝＋－＠]/gu;

/**
 * Makes foreign text safe for a file that is opened in a spreadsheet: puts an apostrophe before anything that would
 * be evaluated as a formula. Not for our own amounts and dates, which must stay unchanged.
 */
export function escapeFormulas(text: string): string {
  return text.replace(FORMULA, "'$&");
}
