/** Reads settlement files into records, or says what is wrong with them. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import * as v from 'valibot';

export const MOST_LINES = 100_000;
const MOST_BYTES = 32 * 1024 * 1024;
const MAX_RECORD_CHARACTERS = 64 * 1024;

/** Thrown for a file that cannot be used. The message says why, in a sentence. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

export interface ReadFile {
  names: readonly string[];
  records: readonly { line: number; record: Readonly<Record<string, string>> }[];
}

const parsedRecords = v.array(
  v.object({ record: v.array(v.string()), info: v.object({ lines: v.number() }) }),
);

/**
 * Reads an acquirer's whole settlement file: CSV in UTF-8, with a line of column names, separated by commas,
 * semicolons or tabs.
 *
 * @throws UnusableFile
 */
export function readFile(bytes: ArrayBuffer): ReadFile {
  if (bytes.byteLength > MOST_BYTES) throw new UnusableFile(tooLong('32 MB'));
  const text = textOf(bytes);
  if (text.trim() === '') throw new UnusableFile('The file is empty.');
  const [head, ...rest] = recordsOf(text);
  const names = head?.record ?? [];
  if (rest.length === 0) throw new UnusableFile('The file has column names but no other lines.');
  if (rest.length > MOST_LINES)
    throw new UnusableFile(tooLong(`${MOST_LINES.toLocaleString('en')} lines`));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UnusableFile(`Line 1: two columns are called ${twice}.`);
  return {
    names,
    records: rest.map(({ record, info: { lines } }) => ({
      line: lines,
      record: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
    })),
  };
}

function tooLong(most: string): string {
  return `The file has more than ${most}: split it, or run the operator command reconcile on the machine.`;
}

function textOf(bytes: ArrayBuffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark decodes to letters with NULs between them.
    if (!text.includes('\0')) return text;
  } catch {
    // Thrown below.
  }
  throw new UnusableFile('The file is not in UTF-8: save it as "CSV UTF-8", and choose it again.');
}

function recordsOf(text: string): v.InferOutput<typeof parsedRecords> {
  try {
    const parsed: unknown = parse(text, {
      info: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(text),
      max_record_size: MAX_RECORD_CHARACTERS,
      // The column names and one line more than the limit: enough to detect a file that is too long.
      to: MOST_LINES + 2,
    });
    return v.parse(parsedRecords, parsed);
  } catch (error) {
    if (error instanceof CsvError) throw new UnusableFile(error.message);
    throw error;
  }
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: first.split(delimiter).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}
