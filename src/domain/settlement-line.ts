import { parseAmount } from './money.ts';
import { typedDecimal } from './typed-decimal.ts';

/** A hyphen, or the sign that spreadsheets write. */
const MINUS = /^\s*[-−]/;

/** Which columns of an acquirer's settlement file say what. */
export interface SettlementColumns {
  reference: string;
  amount: string;
  currency: string;
}

/** A line of it, as it is matched to an attempt. */
export interface SettlementLine {
  /** In the file, from 1. */
  line: number;
  reference: string;
  /** Decimal digits, with a minus before what was paid out. */
  amount_minor: string;
  currency: string;
}

/** In a sentence, which of the columns a file with these names does not have. */
export function missingColumns(
  names: readonly string[],
  columns: SettlementColumns,
): string | undefined {
  const missing = Object.values(columns).filter((name: string) => !names.includes(name));
  if (missing.length === 0) return undefined;
  return `Line 1: there is no column ${missing.join(', ')}; the file has ${names.join(', ')}.`;
}

/** @returns the line, or in a sentence what is wrong with it */
export function settlementLine(
  record: Readonly<Record<string, string>>,
  line: number,
  columns: SettlementColumns,
): SettlementLine | string {
  const valueOf = (name: string): string => record[name] ?? '';
  const reference = valueOf(columns.reference);
  const amount = valueOf(columns.amount);
  const currency = valueOf(columns.currency);
  if (reference === '') return `Line ${line}: ${columns.reference} is empty.`;
  const minor = parseAmount(typedDecimal(amount.replace(MINUS, '')) ?? '');
  if (minor === undefined) {
    return `Line ${line}: ${columns.amount} is no amount like 10.50 or 1.234,56: ${amount}.`;
  }
  if (currency === '') return `Line ${line}: ${columns.currency} is empty.`;
  const sign = MINUS.test(amount) ? '-' : '';
  return { line, reference, amount_minor: `${sign}${minor.toString()}`, currency };
}
