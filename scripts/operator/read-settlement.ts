import { createReadStream } from 'node:fs';
import { parse, CsvError } from 'csv-parse';
import { z } from 'zod';
import {
  missingColumns,
  settlementLine,
  type SettlementColumns,
  type SettlementLine,
} from '#domain/settlement-line.ts';
import { profiledLine, profileOf, type SettlementProfile } from '#domain/settlement-profile.ts';

/** Thrown for a file that cannot be used. The message is a sentence with the line's number. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

const MAX_RECORD_CHARACTERS = 64 * 1024;
const record = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

/** A line, and the profile by which its file was read; undefined if it was read by named columns. */
export interface ReadLine {
  line: SettlementLine;
  profile: SettlementProfile | undefined;
}

/**
 * Reads an acquirer's settlement file line by line, however long it is.
 *
 * @param named the columns to use; if undefined, those of a known profile, else those with the usual names
 * @throws UnusableFile
 */
export async function* readSettlement(
  path: string,
  named: SettlementColumns | undefined,
  delimiter: string,
): AsyncGenerator<ReadLine, void> {
  let profile: SettlementProfile | undefined;
  const columns = named ?? USUAL_COLUMNS;
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
    delimiter,
    max_record_size: MAX_RECORD_CHARACTERS,
    columns: (names: string[]) => {
      profile = named === undefined ? profileOf(names) : undefined;
      return profile === undefined ? expectColumns(names, columns) : names;
    },
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error));
  let lines = 0;
  try {
    for await (const parsed of source.pipe(parser)) {
      const { record: row, info } = record.parse(parsed);
      yield { line: lineOf(row, info.lines, profile ?? columns), profile };
      lines += 1;
    }
    if (lines === 0) throw new UnusableFile(NO_LINES);
  } catch (error) {
    throw explained(error, path);
  } finally {
    source.destroy();
  }
}

export const USUAL_COLUMNS = { reference: 'reference', amount: 'amount', currency: 'currency' };

/** Refused, because with no lines every attempt would look missing in the file. */
const NO_LINES = 'The file has no lines after its column names.';

function expectColumns(names: string[], columns: SettlementColumns): string[] {
  const missing = missingColumns(names, columns);
  if (missing !== undefined) throw new UnusableFile(missing);
  return names;
}

function lineOf(
  row: Record<string, string>,
  number: number,
  by: SettlementColumns | SettlementProfile,
): SettlementLine {
  const line = 'lineOf' in by ? profiledLine(row, number, by) : settlementLine(row, number, by);
  if (typeof line === 'string') throw new UnusableFile(line);
  return line;
}

function lineIn(error: CsvError): string {
  const { lines } = error;
  return typeof lines === 'number' ? `Line ${lines}: ` : '';
}

function explained(error: unknown, path: string): unknown {
  if (error instanceof CsvError) {
    return new UnusableFile(`${lineIn(error)}${error.message}`);
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new UnusableFile(`There is no file ${path}.`);
  return typeof code === 'string' ? new UnusableFile(`${path} cannot be read (${code}).`) : error;
}
