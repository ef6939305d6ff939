/** What makes a spreadsheet take a cell for a formula, in either width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A text of somebody else's, as it may stand in a file that is opened in a spreadsheet: one that would be
 * run as a formula begins with an apostrophe. Amounts and dates are ours, and stay as they are.
 */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
