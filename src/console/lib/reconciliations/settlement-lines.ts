import { profiledLine, type SettlementProfile } from '#domain/settlement-profile.ts';
import {
  settlementLine,
  singleKey,
  type SettlementColumns,
  type SettlementLine,
} from '#domain/settlement-line.ts';
import type { ReadFile } from './read-file.ts';

/** Acquirers' names for the columns, in lower case and only their letters. */
const NAMES: Readonly<Record<keyof SettlementColumns, readonly string[]>> = {
  reference: ['reference', 'id', 'transactionid', 'pspreference', 'source', 'rrn'],
  amount: ['amount', 'gross', 'grossamount', 'payable'],
  currency: ['currency', 'grosscurrency', 'currencycode'],
};

/** Guesses the columns by their names; '' if none matches. */
export function guessColumns(names: readonly string[]): SettlementColumns {
  const guess = (column: keyof SettlementColumns): string =>
    NAMES[column].flatMap((known) => names.filter((name) => letters(name) === known))[0] ?? '';
  return { reference: guess('reference'), amount: guess('amount'), currency: guess('currency') };
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** @returns the lines, or a sentence that says which line is not usable or repeats a reference */
export function linesOf(
  { records }: ReadFile,
  by: SettlementColumns | SettlementProfile,
): readonly SettlementLine[] | string {
  const seen = new Map<string, number>();
  const lines: SettlementLine[] = [];
  for (const { record, line: number } of records) {
    const line =
      'lineOf' in by ? profiledLine(record, number, by) : settlementLine(record, number, by);
    if (typeof line === 'string') return line;
    const key = singleKey(line);
    const first = key && seen.get(key);
    if (typeof first === 'number') {
      return `Line ${number}: the reference ${line.reference} is already on line ${first}.`;
    }
    if (key !== undefined) seen.set(key, number);
    lines.push(line);
  }
  return lines;
}
