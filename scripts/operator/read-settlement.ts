import { createReadStream } from 'node:fs';
import { parse, CsvError } from 'csv-parse';
import { z } from 'zod';
import {
  missingColumns,
  settlementLine,
  type SettlementColumns,
  type SettlementLine,
} from '#domain/settlement-line.ts';

/** What stands in a file that cannot be used, in a sentence with the number of the line. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

const MAX_RECORD_CHARACTERS = 64 * 1024;
const record = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

/**
 * Reads an acquirer's settlement file line by line, however long it is.
 *
 * @throws UnusableFile
 */
export async function* readSettlement(
  path: string,
  columns: SettlementColumns,
  delimiter: string,
): AsyncGenerator<SettlementLine, void> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
    delimiter,
    max_record_size: MAX_RECORD_CHARACTERS,
    columns: (names: string[]) => expectColumns(names, columns),
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error));
  let lines = 0;
  try {
    for await (const parsed of source.pipe(parser)) {
      const { record: row, info } = record.parse(parsed);
      yield lineOf(row, info.lines, columns);
      lines += 1;
    }
    if (lines === 0) throw new UnusableFile(NO_LINES);
  } catch (error) {
    throw explained(error, path);
  } finally {
    source.destroy();
  }
}

/** Matched to nothing, every attempt would look missing there. */
const NO_LINES = 'The file has no line behind that of its column names.';

function expectColumns(names: string[], columns: SettlementColumns): string[] {
  const missing = missingColumns(names, columns);
  if (missing !== undefined) throw new UnusableFile(missing);
  return names;
}

function lineOf(
  row: Record<string, string>,
  number: number,
  columns: SettlementColumns,
): SettlementLine {
  const line = settlementLine(row, number, columns);
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
