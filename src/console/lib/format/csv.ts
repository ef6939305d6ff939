import { saveFile } from './save-file.ts';

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Has the browser save it. */
export function saveCsv(csv: string, name: string): void {
  saveFile(csv, { name, type: 'text/csv' });
}
