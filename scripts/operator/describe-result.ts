import { z } from 'zod';
import { toVisible } from '#contract/visible-text.ts';
import { Document, Scalar, visit } from 'yaml';

type Members = Record<string, unknown>;

const page = z.strictObject({ items: z.array(z.unknown()), next: z.string().optional() });

/** What a changed member was, and is. Both stand on one line. */
const memberChange = z.strictObject({ before: z.unknown().optional(), after: z.unknown() });

/** Reads a page: its items, and the cursor of the next one. Returns undefined for any other answer. */
export function readPage(body: unknown): z.output<typeof page> | undefined {
  return page.safeParse(body).data;
}

/** Formats a command's result for programs, or for people: a word, tables, or a line for each value. */
export function shown(result: unknown, json: boolean): string {
  if (json) return JSON.stringify(result, null, 2);
  if (!isMembers(result)) return describe(result);
  if (result['done'] === true) return 'Done.';
  const { next, ...members } = result;
  if (typeof next !== 'string') return describe(readPage(result)?.items ?? result);
  return `${describe(readPage(result)?.items ?? members)}\n\nMore: --after ${next}`;
}

/** Formats a list as a table if its values fit on a line, and members with the larger ones under their names. */
function describe(value: unknown): string {
  if (isMembers(value)) return describeMembers(value);
  if (!Array.isArray(value)) return toCell(value);
  if (value.length === 0) return 'None.';
  if (!value.every(isMembers)) return value.map(toCell).join('\n');
  if (!value.every((item) => Object.values(item).every(fitsLine))) {
    return value.map(describeMembers).join('\n\n');
  }
  const names = [...new Set(value.flatMap((item) => Object.keys(item)))];
  return toColumns([names, ...value.map((item) => names.map((name) => toCell(item[name])))]);
}

function describeMembers(members: Members): string {
  const entries = Object.entries(members);
  const short = entries.filter(([, value]) => fitsLine(value));
  const lines = toColumns(short.map(([name, value]) => [name, toCell(value)]));
  const parts = entries
    .filter(([, value]) => !fitsLine(value))
    .map(([name, value]) => `${name}\n${describe(value).replace(/^(?=.)/gm, '  ')}`);
  return [...(short.length > 0 ? [lines] : []), ...parts].join('\n\n');
}

/** Formats rows of cells, each column as wide as its widest cell. */
function toColumns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toCell(value: unknown): string {
  const { data: change } = memberChange.safeParse(value);
  if (change !== undefined) return Object.values(change).map(toCell).join(' → ');
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(toCell).join(', ');
  if (isMembers(value) && Object.keys(value).length === 0) return '–';
  return toVisible(typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value));
}

function fitsLine(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object');
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return true;
  return memberChange.safeParse(value).success;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Quotes texts with characters that are escaped when they are printed: only in quotes is the escape one. */
export function toYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      const { value: text } = node;
      if (typeof text === 'string' && toVisible(text) !== text) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString().trimEnd();
}
