import { multiplyByRate } from './money.ts';
import {
  isOfOrder,
  LineError,
  signedMinor,
  type LineKind,
  type SettlementLine,
} from './settlement-line.ts';

export const FORMATS = ['adyen', 'stripe', 'stripe_history', 'csv'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A format of settlement files. */
export interface SettlementFormat {
  name: FormatName;
  title: string;
  /** The header line must have all of these, in any order, and may have others. */
  columns: readonly string[];
  /** @throws LineError, whose message continues a sentence that begins with the line's number */
  lineOf: (cells: Cells) => Omit<SettlementLine, 'line'>;
}

/** Returns a line's value in a column; '' if it has none. */
type Cells = (column: string) => string;

/**
 * Adyen's Settlement details report. Columns and types of entries:
 * https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report and its page
 * "Journal types", as of 2026-04-23. That Modification Reference identifies refunds and chargebacks is our reading of
 * those pages. Amounts are in major units, in one of two columns: Adyen takes a debit and gives a credit. GC is the
 * payment's currency, NC the settlement currency.
 */
const ADYEN: SettlementFormat = {
  name: 'adyen',
  title: "Adyen's settlement details report",
  columns: [
    'Psp Reference',
    'Type',
    'Modification Reference',
    'Gross Currency',
    'Gross Debit (GC)',
    'Gross Credit (GC)',
    'Exchange Rate',
    'Net Currency',
    'Net Debit (NC)',
    'Net Credit (NC)',
  ],
  lineOf: (cells) => {
    const type = required(cells, 'Type');
    const kind = ADYEN_KINDS[type.toLowerCase()] ?? 'other';
    const net = creditOf(cells, 'Net Credit (NC)', 'Net Debit (NC)');
    const netCurrency = required(cells, 'Net Currency');
    if (!isOfOrder(kind)) {
      const reference = cells('Modification Reference') || type;
      return written({ kind, reference, amount: net, currency: netCurrency, net, netCurrency });
    }
    const amount = creditOf(cells, 'Gross Credit (GC)', 'Gross Debit (GC)');
    const rate = cells('Exchange Rate') || '1';
    if (!/^\d+(?:\.\d+)?$/.test(rate)) throw new LineError(`Exchange Rate is not a rate: ${rate}.`);
    const settled = multiplyByRate(amount < 0n ? -amount : amount, rate);
    return written({
      kind,
      // On lines that follow a payment, Psp Reference is the payment's.
      reference: required(cells, kind === 'payment' ? 'Psp Reference' : 'Modification Reference'),
      amount,
      currency: required(cells, 'Gross Currency'),
      net,
      netCurrency,
      // Commission, markup, scheme fees and interchange together.
      fee: (amount < 0n ? -settled : settled) - net,
    });
  },
};

/**
 * Line kinds by type, in lower case. Every other type is 'other': corrections, deposits, transfers between batches.
 */
const ADYEN_KINDS: Readonly<Record<string, LineKind>> = {
  settled: 'payment',
  refunded: 'refund',
  refundedreversed: 'refund_returned',
  chargeback: 'chargeback',
  secondchargeback: 'chargeback',
  chargebackreversed: 'chargeback_reversed',
  fee: 'fee',
  misccosts: 'fee',
  paymentcost: 'fee',
  authorisationschemefee: 'fee',
  invoicededuction: 'fee',
  merchantpayout: 'bank_payout',
  bankinstructionreturned: 'bank_payout',
};

/** The column that a standard report lacks: it names the payment as we know it. */
const STRIPE_PAYMENT = 'payment_intent_id';

/**
 * Stripe's itemised reports of balance changes (balance_change_from_activity.itemized and
 * payout_reconciliation.itemized, which have the same columns): https://docs.stripe.com/reports/report-types and
 * https://docs.stripe.com/reports/reporting-categories, as of 2026-04. Amounts are in major units, negative for what
 * Stripe takes. Fees are positive, and net is gross less the fee. payment_intent_id is not one of the standard
 * columns.
 */
const STRIPE: SettlementFormat = {
  name: 'stripe',
  title: "Stripe's itemised balance report",
  columns: [
    'balance_transaction_id',
    'reporting_category',
    'source_id',
    STRIPE_PAYMENT,
    'currency',
    'gross',
    'fee',
    'net',
  ],
  lineOf: (cells) =>
    stripeLine(cells, {
      kind: STRIPE_KINDS[required(cells, 'reporting_category')] ?? 'other',
      payment: STRIPE_PAYMENT,
      id: 'balance_transaction_id',
      source: 'source_id',
      amount: 'gross',
      fee: 'fee',
      net: 'net',
      currency: 'currency',
      payerAmount: 'customer_facing_amount',
      payerCurrency: 'customer_facing_currency',
    }),
};

interface StripeColumns {
  kind: LineKind;
  /** The column that identifies a payment. Other lines about an order are identified by `source`. */
  payment: string;
  id: string;
  source: string;
  amount: string;
  fee: string;
  net: string;
  currency: string;
  payerAmount: string;
  payerCurrency: string;
}

function stripeLine(cells: Cells, { kind, ...names }: StripeColumns) {
  const amount = minorOf(cells, names.amount);
  const netCurrency = required(cells, names.currency);
  const [net, fee] = [minorOf(cells, names.net), minorOf(cells, names.fee)];
  if (amount - fee !== net) {
    throw new LineError(`${names.net} is not ${names.amount} minus ${names.fee}.`);
  }
  if (!isOfOrder(kind)) {
    const reference = cells(names.source) || required(cells, names.id);
    return written({ kind, reference, amount, currency: netCurrency, net, netCurrency, fee });
  }
  // If the account settles in another currency, these columns hold what the payer paid or got back. Disputes do not
  // have them.
  const isConverted = cells(names.payerAmount) !== '' && !kind.startsWith('chargeback');
  return written({
    kind,
    reference: required(cells, kind === 'payment' ? names.payment : names.source),
    amount: isConverted ? minorOf(cells, names.payerAmount) : amount,
    currency: isConverted ? required(cells, names.payerCurrency) : netCurrency,
    net,
    netCurrency,
    fee,
  });
}

/** Line kinds by reporting category. Every other category is 'other'. */
const STRIPE_KINDS: Readonly<Record<string, LineKind>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund_returned',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback_reversed',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'bank_payout',
  payout_reversal: 'bank_payout',
};

/**
 * The Dashboard's export of the balance ("All activity", balance_history.csv): one header line, which the columns of
 * an account's metadata may follow. Types: https://docs.stripe.com/reports/balance-transaction-types, as of 2026-04;
 * the names are from exported files. A payment is identified by its charge. A dispute and its reversal are both
 * adjustments whose source is the dispute; the sign tells them apart.
 */
const STRIPE_HISTORY: SettlementFormat = {
  name: 'stripe_history',
  title: "Stripe's balance history",
  columns: [
    'id',
    'Type',
    'Source',
    'Amount',
    'Fee',
    'Net',
    'Currency',
    'Created (UTC)',
    'Available On (UTC)',
  ],
  lineOf: (cells) =>
    stripeLine(cells, {
      kind: historyKind(cells),
      payment: 'Source',
      id: 'id',
      source: 'Source',
      amount: 'Amount',
      fee: 'Fee',
      net: 'Net',
      currency: 'Currency',
      payerAmount: 'Customer Facing Amount',
      payerCurrency: 'Customer Facing Currency',
    }),
};

const DISPUTE = /^d[up]_/;

function historyKind(cells: Cells): LineKind {
  const type = required(cells, 'Type');
  if (type === 'adjustment' && DISPUTE.test(cells('Source'))) {
    return minorOf(cells, 'Amount') < 0n ? 'chargeback' : 'chargeback_reversed';
  }
  return HISTORY_KINDS[type] ?? 'other';
}

/** Line kinds by type. Every other type is 'other'. */
const HISTORY_KINDS: Readonly<Record<string, LineKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_returned',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  network_cost: 'fee',
  tax_fee: 'fee',
  payout: 'bank_payout',
  payout_cancel: 'bank_payout',
  payout_failure: 'bank_payout',
};

/** The columns of the format for every other acquirer. */
const OWN_COLUMNS = ['reference', 'kind', 'currency', 'amount'] as const;

/**
 * Our own format, for every other acquirer: amounts are signed from our side, so what the acquirer takes from us, a
 * payout, a refund or a fee, is negative.
 */
const OWN: SettlementFormat = {
  name: 'csv',
  title: 'payments, refunds, disputes and fees',
  columns: OWN_COLUMNS,
  lineOf(cells) {
    const amount = minorOf(cells, 'amount');
    const kind = ownKind(required(cells, 'kind'), amount);
    const reference = kind === 'fee' ? cells('reference') || kind : required(cells, 'reference');
    const currency = required(cells, 'currency');
    return written({ kind, reference, amount, currency, net: amount, netCurrency: currency });
  },
};

function ownKind(kind: string, amount: bigint): LineKind {
  switch (kind) {
    case 'payment':
    case 'refund':
    case 'fee':
      return kind;
    case 'dispute':
      return amount < 0n ? 'chargeback' : 'chargeback_reversed';
    default:
      throw new LineError(`kind must be payment, refund, dispute or fee, not ${kind}.`);
  }
}

const ALL = { adyen: ADYEN, stripe: STRIPE, stripe_history: STRIPE_HISTORY, csv: OWN } as const;

/** Returns the format whose columns a file has. */
export function formatOf(names: readonly string[]): SettlementFormat | undefined {
  return Object.values(ALL).find(({ columns }) => columns.every((name) => names.includes(name)));
}

/** Says why a file's columns are those of no format. */
export function columnsProblem(names: readonly string[]): string {
  const missing = STRIPE.columns.filter((name) => !names.includes(name));
  if (missing.length === 1 && missing[0] === STRIPE_PAYMENT) {
    return `${STRIPE.title} has no column ${STRIPE_PAYMENT}, which names the payment: add it to the report's columns.`;
  }
  return `the columns are ${names.join(', ')}. They must be those of ${ADYEN.title}, ${STRIPE.title} or ${STRIPE_HISTORY.title}, or ${OWN_COLUMNS.join(', ')}, with commas between them.`;
}

export function titleOf(format: FormatName): string {
  return ALL[format].title;
}

interface Read {
  kind: LineKind;
  reference: string;
  amount: bigint;
  currency: string;
  net: bigint;
  netCurrency: string;
  fee?: bigint;
}

/** As long as references of acquirers are here. */
const MAX_REFERENCE = 255;
const CURRENCY = /^[A-Z][A-Z0-9_]{2,15}$/;
/** Twelve digits and two decimals, as everywhere. */
const MAX_MINOR = 10n ** 14n;

/** @throws LineError for what cannot be stored */
function written({ kind, reference, amount, currency, net, netCurrency, fee = 0n }: Read) {
  if (reference.length > MAX_REFERENCE) {
    throw new LineError(`the reference is longer than ${MAX_REFERENCE} characters.`);
  }
  for (const minor of [amount, net, fee]) {
    if (minor >= MAX_MINOR || -minor >= MAX_MINOR) throw new LineError('an amount is too large.');
  }
  return {
    kind,
    reference,
    amount_minor: String(amount),
    currency: currencyOf(currency),
    net: {
      amount_minor: String(net),
      fee_minor: String(fee),
      currency: currencyOf(netCurrency),
    },
  };
}

function currencyOf(text: string): string {
  const code = text.toUpperCase();
  if (!CURRENCY.test(code)) throw new LineError(`${text} is not a currency.`);
  return code;
}

function required(cells: Cells, column: string): string {
  const text = cells(column);
  if (text === '') throw new LineError(`${column} is empty.`);
  return text;
}

function minorOf(cells: Cells, column: string): bigint {
  const minor = signedMinor(cells(column));
  if (minor === undefined) {
    throw new LineError(`${column} must be an amount like 10.50, not ${cells(column)}.`);
  }
  return minor;
}

/** Returns credit less debit. One of the two columns is empty. */
function creditOf(cells: Cells, credit: string, debit: string): bigint {
  const given = cells(credit) === '' ? 0n : minorOf(cells, credit);
  return cells(debit) === '' ? given : given - minorOf(cells, debit);
}
