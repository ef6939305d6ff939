import { parseAmount } from './money.ts';
import { typedDecimal } from './typed-decimal.ts';

/** A hyphen, or the sign that spreadsheets write. */
const MINUS = /^\s*[-−]/;

/** The names of the columns of an acquirer's settlement file that hold these values. */
export interface SettlementColumns {
  reference: string;
  amount: string;
  currency: string;
}

/**
 * The kinds of line about an order, which the line's reference names. `order` is a payin or a payout, if the file
 * does not say which.
 */
const ORDER_KINDS = [
  'order',
  'payment',
  'refund',
  'refund_returned',
  'chargeback',
  'chargeback_reversed',
] as const;
/** Kinds of line between the acquirer and us alone: counted, but never matched. */
export const OWN_KINDS = ['fee', 'bank_payout', 'other'] as const;
export const LINE_KINDS = [...ORDER_KINDS, ...OWN_KINDS] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Labels for groups of lines. */
export const LINE_KIND_TITLES: Readonly<Record<LineKind, string>> = {
  order: 'Orders',
  payment: 'Payments',
  refund: 'Refunds',
  refund_returned: 'Returned refunds',
  chargeback: 'Chargebacks',
  chargeback_reversed: 'Reversed chargebacks',
  fee: 'Separate fees',
  bank_payout: 'Payouts to the bank',
  other: 'Other',
};

/** Labels for one line. */
export const LINE_KIND_NAMES: Readonly<Record<LineKind, string>> = {
  order: 'Order',
  payment: 'Payment',
  refund: 'Refund',
  refund_returned: 'Returned refund',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Reversed chargeback',
  fee: 'Separate fee',
  bank_payout: 'Payout to the bank',
  other: 'Other',
};

export function isOfOrder(kind: LineKind): boolean {
  return ORDER_KINDS.some((known) => known === kind);
}

/** Kinds that a file may have only once per reference. A chargeback can be reversed and made again. */
const SINGLE_KINDS: ReadonlySet<LineKind> = new Set(['order', 'payment', 'refund']);

/** Returns a key that must be unique within a file; undefined for kinds that may repeat. */
export function singleKey({
  kind = 'order',
  reference,
}: Pick<SettlementLine, 'kind' | 'reference'>): string | undefined {
  return SINGLE_KINDS.has(kind) ? `${kind} ${reference}` : undefined;
}

/** A line of a settlement file, ready to match to an attempt. */
export interface SettlementLine {
  /** The line's number in the file, from 1. */
  line: number;
  /** `order` if omitted. */
  kind?: LineKind;
  reference: string;
  /** Decimal digits; negative for amounts paid out. */
  amount_minor: string;
  currency: string;
  /** The settled amount and the fee that the acquirer kept, if the file has them. */
  net?: { amount_minor: string; fee_minor: string; currency: string };
}

/** Returns a sentence that names the columns missing from a file; undefined if none is. */
export function missingColumns(
  names: readonly string[],
  columns: SettlementColumns,
): string | undefined {
  const missing = Object.values(columns).filter((name: string) => !names.includes(name));
  if (missing.length === 0) return undefined;
  return `Line 1: there is no column ${missing.join(', ')}; the columns are ${names.join(', ')}.`;
}

/** @returns the line, or a sentence that says what is wrong with it */
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
  const minor = signedMinor(amount);
  if (minor === undefined) {
    return `Line ${line}: ${columns.amount} must be an amount like 10.50 or 1.234,56, not ${amount}.`;
  }
  if (currency === '') return `Line ${line}: ${columns.currency} is empty.`;
  return { line, reference, amount_minor: String(minor), currency };
}

export function signedMinor(amount: string): bigint | undefined {
  const minor = parseAmount(typedDecimal(amount.replace(MINUS, '')) ?? '');
  return minor !== undefined && MINUS.test(amount) ? -minor : minor;
}
