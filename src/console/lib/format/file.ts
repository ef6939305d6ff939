/** Formats rows as CSV (RFC 4180), with a byte order mark so that spreadsheets recognize UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(quoted).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Saves a file in the browser. */
export function saveFile(
  content: string | Blob,
  { name, type }: { name: string; type: string },
): void {
  const href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  URL.revokeObjectURL(href);
}
