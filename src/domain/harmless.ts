/**
 * What makes a spreadsheet take a cell for a formula, in either width, where a cell may begin: programs divide a line at
 * semicolons or tabs as well, whatever the file's own separator, and take quotes and line breaks as they find them.
 */
const FORMULA = /^[\t\r\n]|(?<=^|[;\t\r\n"])[=+\-@＝＋－＠]/gu;

/**
 * A text of somebody else's, as it may stand in a file that is opened in a spreadsheet: what would be run as a formula has
 * an apostrophe before it. Amounts and dates are ours, and stay as they are.
 */
export function harmless(text: string): string {
  return text.replace(FORMULA, "'$&");
}
