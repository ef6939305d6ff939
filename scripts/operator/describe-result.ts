import { readPage } from './follow-pages.ts';

type Flat = Record<string, string | number | boolean | null>;

/** A command's result for people: a word, a table, a line for each value, or JSON where values nest. */
export function describeResult(result: unknown): string {
  if (Array.isArray(result)) return describeList(result);
  const page = readPage(result);
  if (page !== undefined) {
    const more = page.next === undefined ? '' : `\n\nThere are more: --after ${page.next}`;
    return describeList(page.items) + more;
  }
  if (!isFlat(result)) return JSON.stringify(result, null, 2);
  if (result['done'] === true) return 'Done.';
  return columns(Object.entries(result).map(([name, value]) => [name, text(value)]));
}

function describeList(items: readonly unknown[]): string {
  if (items.length === 0) return 'None.';
  if (!items.every(isFlat)) return JSON.stringify(items, null, 2);
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return columns([names, ...items.map((item) => names.map((name) => text(item[name] ?? null)))]);
}

/** Rows of cells, each column as wide as its widest. */
function columns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function text(value: Flat[string]): string {
  return value === null ? '–' : String(value);
}

function isFlat(result: unknown): result is Flat {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return false;
  return Object.values(result).every((value) => value === null || typeof value !== 'object');
}
