import { columnsProblem, formatOf, type SettlementFormat } from './settlement-formats.ts';
import { LineError, singleKey, type SettlementLine } from './settlement-line.ts';

/** A settlement file that can be used to its last line, or a sentence that says why it cannot. */
export type SettlementFile =
  | { ok: true; format: SettlementFormat; lines: readonly SettlementLine[] }
  | { ok: false; problem: string };

/** csv-parse, as Node or as a browser has it. */
export type ParseCsv = (
  text: string,
  options: {
    bom: true;
    skip_empty_lines: true;
    trim: true;
    max_record_size: number;
    /** Takes each record, so that none is kept. */
    on_record: (cells: string[], about: { lines: number }) => undefined;
  },
) => unknown;

const MAX_RECORD_CHARACTERS = 64 * 1_024;
const MOST_BYTES_OF_A_LINE = 320;

/**
 * Reads a whole settlement file, so that it is used to its last line or not at all. It is in UTF-8, with commas between
 * columns and column names of a known format in the first line.
 */
export function readSettlement(
  bytes: Uint8Array,
  { parse, mostLines }: { parse: ParseCsv; mostLines: number },
): SettlementFile {
  const tooLong = `The file has more than ${mostLines.toLocaleString('en')} lines: split it.`;
  if (bytes.byteLength > mostLines * MOST_BYTES_OF_A_LINE) return { ok: false, problem: tooLong };
  const text = textOf(bytes);
  if (text === undefined) return { ok: false, problem: NOT_UTF_8 };
  if (text.trim() === '') return { ok: false, problem: 'The file is empty.' };

  let head: { names: readonly string[]; format: SettlementFormat } | undefined;
  const lines: SettlementLine[] = [];
  const firstLines = new Map<string, number>();
  function take(cells: string[], line: number): void {
    if (head === undefined) {
      head = { names: cells, format: recognize(cells) };
      return;
    }
    if (lines.length === mostLines) throw new LineError(tooLong);
    const read = lineIn(head, cells, line);
    const key = singleKey(read);
    const first = key === undefined ? undefined : firstLines.get(key);
    if (first !== undefined) {
      throw new LineError(
        `Line ${line}: the reference ${read.reference} is already on line ${first}.`,
      );
    }
    if (key !== undefined) firstLines.set(key, line);
    lines.push(read);
  }
  try {
    parse(text, {
      bom: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record(cells, about) {
        take(cells, about.lines);
        return undefined;
      },
    });
  } catch (error) {
    if (isOfFile(error)) return { ok: false, problem: error.message };
    throw error;
  }
  if (head === undefined || lines.length === 0) {
    // Without lines every attempt would look missing in the file.
    return { ok: false, problem: 'The file has column names but no lines.' };
  }
  return { ok: true, format: head.format, lines };
}

const NOT_UTF_8 = 'The file is not in UTF-8: save it as "CSV UTF-8".';

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark decodes to letters with NULs between them.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** @throws LineError */
function recognize(names: readonly string[]): SettlementFormat {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new LineError(`Line 1: two columns are called ${repeated}.`);
  }
  const format = formatOf(names);
  if (format === undefined) throw new LineError(`Line 1: ${columnsProblem(names)}`);
  return format;
}

/** @throws LineError */
function lineIn(
  { names, format }: { names: readonly string[]; format: SettlementFormat },
  cells: readonly string[],
  line: number,
): SettlementLine {
  try {
    return { line, ...format.lineOf((column) => cells[names.indexOf(column)] ?? '') };
  } catch (error) {
    if (error instanceof LineError) throw new LineError(`Line ${line}: ${error.message}`);
    throw error;
  }
}

/** Returns whether the file caused an error: what is wrong with a line, or with its CSV. */
function isOfFile(error: unknown): error is Error {
  return (
    error instanceof LineError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
  );
}
