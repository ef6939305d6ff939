import { parseAmount } from './money.ts';

/** A line or file that cannot be used. The message says why, in a sentence. */
export class LineError extends Error {
  override name = 'LineError';
}

/** The kinds of line about an order, which the line's reference names. A payment may be a payout: then it is negative. */
const ORDER_KINDS = [
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
const SINGLE_KINDS: ReadonlySet<LineKind> = new Set(['payment', 'refund']);

/** Returns a key that must be unique within a file; undefined for kinds that may repeat. */
export function singleKey({
  kind,
  reference,
}: Pick<SettlementLine, 'kind' | 'reference'>): string | undefined {
  return SINGLE_KINDS.has(kind) ? `${kind} ${reference}` : undefined;
}

/** A line of a settlement file, ready to match to an attempt. */
export interface SettlementLine {
  /** The line's number in the file, from 1. */
  line: number;
  kind: LineKind;
  reference: string;
  /** Decimal digits; negative for what leaves us. */
  amount_minor: string;
  currency: string;
  /** The settled amount, and the fee that the acquirer kept. */
  net: { amount_minor: string; fee_minor: string; currency: string };
}

/** A hyphen, or the sign that spreadsheets write. */
const MINUS = /^[-−]/;

/** Parses an amount with a point, such as 10.50 or -3. */
export function signedMinor(amount: string): bigint | undefined {
  const minor = parseAmount(amount.replace(MINUS, ''));
  return minor !== undefined && MINUS.test(amount) ? -minor : minor;
}
