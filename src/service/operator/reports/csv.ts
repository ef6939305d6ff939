import { stringify } from 'csv-stringify/sync';

/** A row of a report; null is written as an empty cell. */
export type Row = readonly (string | null)[];

/** A report's columns and its rows, which are read in pages and never all at once. */
export interface ReportContent {
  columns: readonly string[];
  pages: AsyncIterable<readonly Row[]>;
}

/**
 * Writes a report as CSV, a page of rows at a time. Its last line, `#END` with the number of rows, shows that it is
 * whole.
 */
export async function* toCsv({ columns, pages }: ReportContent): AsyncGenerator<string, void> {
  // The byte order mark tells spreadsheets that this is UTF-8.
  let head = stringify([columns], { bom: true });
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    yield head + stringify([...page]);
    head = '';
  }
  yield `${head}#END,${rows}\n`;
}
