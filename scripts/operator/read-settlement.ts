import { createReadStream } from 'node:fs';
import { parse, CsvError } from 'csv-parse';
import { z } from 'zod';
import { parseAmount } from '#domain/money.ts';

/** Which columns of an acquirer's file say what. */
export interface Columns {
  reference: string;
  amount: string;
  currency: string;
}

export interface SettlementLine {
  line: number;
  reference: string;
  amount_minor: string;
  currency: string;
}

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
  columns: Columns,
  delimiter: string,
): AsyncGenerator<SettlementLine> {
  const parser = parse({
    ...{ bom: true, info: true, skip_empty_lines: true, trim: true, delimiter },
    ...{ max_record_size: MAX_RECORD_CHARACTERS },
    columns: (names: string[]) => expectColumns(names, columns),
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const parsed of source.pipe(parser)) {
      const { record: row, info } = record.parse(parsed);
      yield lineOf(row, info.lines, columns);
    }
  } catch (error) {
    throw explained(error, path);
  } finally {
    source.destroy();
  }
}

function expectColumns(names: string[], columns: Columns): string[] {
  const missing = Object.values(columns).filter((name: string) => !names.includes(name));
  if (missing.length > 0) {
    throw new UnusableFile(
      `Line 1: there is no column ${missing.join(', ')}; the file has ${names.join(', ')}.`,
    );
  }
  return names;
}

function lineOf(row: Record<string, string>, line: number, columns: Columns): SettlementLine {
  const [reference = '', amount = '', currency = ''] = [
    row[columns.reference],
    row[columns.amount],
    row[columns.currency],
  ];
  if (reference === '') throw new UnusableFile(`Line ${line}: ${columns.reference} is empty.`);
  const minor = parseAmount(amount.replace(/^-/, ''));
  if (minor === undefined) {
    throw new UnusableFile(`Line ${line}: ${columns.amount} is no amount like 10.50: ${amount}.`);
  }
  if (currency === '') throw new UnusableFile(`Line ${line}: ${columns.currency} is empty.`);
  const sign = amount.startsWith('-') ? '-' : '';
  return { line, reference, amount_minor: `${sign}${minor.toString()}`, currency };
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
