import { z } from 'zod';
import { toVisible } from '#contract/visible-text.ts';
import { fileChanges } from '#service/operator/deployment/file.ts';

type Members = Record<string, unknown>;

const page = z.strictObject({ items: z.array(z.unknown()), next: z.string().optional() });

/** Reads a page: its items, and the cursor of the next one. Returns undefined for any other answer. */
export function readPage(body: unknown): z.output<typeof page> | undefined {
  return page.safeParse(body).data;
}

/** Formats a command's result for programs or for people. */
export function shown(result: unknown, json: boolean): string {
  return json ? JSON.stringify(result, null, 2) : describeResult(result);
}

/**
 * Formats a command's result for people: a word, tables, or a line for each value. Nested values are under their
 * name.
 */
function describeResult(result: unknown): string {
  const { data: applied } = appliedFile.safeParse(result);
  if (applied !== undefined) return describeChanges(applied);
  const read = readPage(result);
  if (read !== undefined) return withNext(describeList(read.items), read.next);
  if (isMembers(result) && result['done'] === true) return 'Done.';
  if (!isMembers(result) || typeof result['next'] !== 'string') return describe(result);
  const { next, ...members } = result;
  return withNext(describe(members), next);
}

function withNext(text: string, next: string | undefined): string {
  return next === undefined ? text : `${text}\n\nMore: --after ${next}`;
}

const MARKS = { add: '+', change: '~', switch_off: '-' } as const;
const appliedFile = z.object({
  changes: fileChanges,
  /** Ids, which a dry run does not have. */
  merchants: z.unknown().optional(),
});

/** Formats what a file changed: a line for each thing, and one for each of its members. */
function describeChanges({ changes, merchants }: z.output<typeof appliedFile>): string {
  const [first] = changes;
  if (first === undefined) return 'Nothing to change.';
  const lines = changes.flatMap(({ kind, place, members }) => [
    `${MARKS[kind]} ${place}`,
    ...Object.entries(members).map(([name, { before, after }]) =>
      kind === 'add'
        ? `    ${name}: ${cell(after)}`
        : `    ${name}: ${cell(before)} → ${cell(after)}`,
    ),
  ]);
  const counted = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const done = merchants === undefined ? 'Nothing was changed.' : 'Done.';
  return [...lines, '', `${counted}. ${done}`].join('\n');
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return describeList(value);
  return isMembers(value) ? describeMembers(value) : cell(value);
}

/** Formats values that fit on a line first, then each larger one under its name. */
function describeMembers(members: Members): string {
  const entries = Object.entries(members);
  const short = entries.filter(([, value]) => fitsLine(value));
  const lines = columns(short.map(([name, value]) => [name, cell(value)]));
  const parts = entries
    .filter(([, value]) => !fitsLine(value))
    .map(([name, value]) => `${name}\n${indented(describe(value))}`);
  return [...(short.length > 0 ? [lines] : []), ...parts].join('\n\n');
}

function describeList(items: readonly unknown[]): string {
  if (items.length === 0) return 'None.';
  if (!items.every(isMembers)) return items.map(cell).join('\n');
  const isTable = items.every((item) => Object.values(item).every(fitsLine));
  if (!isTable) return items.map(describeMembers).join('\n\n');
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return columns([names, ...items.map((item) => names.map((name) => cell(item[name])))]);
}

/** Formats rows of cells, each column as wide as its widest cell. */
function columns(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ');
  return toVisible(typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value));
}

function fitsLine(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object');
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
