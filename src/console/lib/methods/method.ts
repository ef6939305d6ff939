import type { Ask } from '#console/actions/fields.ts';
import type { AnswerOf } from '#console/api/client.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';

/** A method; amounts and percentages are decimal text. */
export type Method = AnswerOf<'methods show'>;

const SOURCES: Readonly<Record<PaymentSource, string>> = {
  CARD: 'Card',
  P2P: 'Bank transfer',
  CRYPTO: 'Crypto',
  PHONE: 'Phone',
  PIX: 'Pix',
  BLIK: 'BLIK',
};

const SOURCE_CHOICES = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));

/** Returns a payment source's display name. */
export function sourceInWords(source: string): string {
  return SOURCE_CHOICES.find(({ value }) => value === source)?.label ?? source;
}

type Values = Readonly<Record<string, string>>;

const isPayin = ({ direction }: Values) => direction !== 'payout';
const isPayout = ({ direction }: Values) => direction === 'payout';
const isTransfer = (values: Values) => isPayin(values) && values['payment_source'] !== 'CARD';

const SETTINGS: readonly Ask[] = [
  {
    name: 'amount_min',
    label: 'Minimum amount',
    quantity: 'amount',
    group: 'Amounts',
    hint: 'Like 1.00',
  },
  {
    name: 'amount_max',
    label: 'Maximum amount',
    quantity: 'amount',
    group: 'Amounts',
    hint: 'Like 5000.00',
  },
  {
    name: 'max_part_amount',
    label: 'Maximum per part',
    quantity: 'amount',
    group: 'Amounts',
    hint: 'A larger payout is split into parts',
    when: isPayout,
  },
  {
    name: 'tolerance',
    quantity: 'amount',
    group: 'Amounts',
    hint: 'How far below the amount a payment may be: at most a tenth of the minimum amount',
    when: isTransfer,
  },
  {
    name: 'tolerance_percent',
    label: 'Tolerance, percent',
    quantity: 'percent',
    group: 'Amounts',
    hint: 'Instead of an amount, from 0 to 5',
    when: isTransfer,
  },
  {
    name: 'payment_method_currency',
    label: "Payer's currency",
    group: 'Amounts',
    hint: 'If it differs from the currency of the order',
    when: isPayin,
  },
  {
    name: 'conversion_rate',
    label: 'Conversion rate',
    quantity: 'rate',
    group: 'Amounts',
    hint: "Payer's currency for one unit of the order's, like 0.0021",
    when: isPayin,
  },
  {
    name: 'fee_percent',
    label: 'Percentage fee',
    quantity: 'percent',
    group: 'Fees',
    hint: 'Like 2.9',
  },
  {
    name: 'fee_fixed',
    label: 'Fixed fee',
    quantity: 'amount',
    group: 'Fees',
    hint: 'For each order, like 0.30',
  },
  {
    name: 'fee_min',
    label: 'Minimum fee',
    quantity: 'amount',
    group: 'Fees',
    hint: 'Empty for no minimum',
  },
  {
    name: 'fee_max',
    label: 'Maximum fee',
    quantity: 'amount',
    group: 'Fees',
    hint: 'Empty for no maximum',
  },
  {
    name: 'refund_fee',
    label: 'Payin fee on refund',
    group: 'Fees',
    choices: [
      { value: 'kept', label: 'Kept' },
      { value: 'returned', label: 'Returned to the merchant' },
    ],
    when: isPayin,
  },
  {
    name: 'refund_fixed_fee',
    label: 'Refund fee',
    quantity: 'amount',
    group: 'Fees',
    hint: 'Like 0.50',
    when: isPayin,
  },
  {
    name: 'dispute_fee',
    label: 'Dispute fee',
    quantity: 'amount',
    group: 'Fees',
    hint: 'Like 15.00, returned if the merchant wins',
    when: isPayin,
  },
  {
    name: 'waiting_seconds',
    label: 'Time to pay',
    quantity: 'duration',
    group: 'Timing',
    hint: 'Unpaid orders are closed after this time',
    when: isPayin,
  },
  {
    name: 'settlement_period_days',
    label: 'Hold, days',
    group: 'Timing',
    hint: 'Until the money is available to the merchant',
    when: isPayin,
  },
  {
    name: 'rolling_percent',
    label: 'Rolling reserve, percent',
    quantity: 'percent',
    group: 'Timing',
    hint: 'Held longer, against refunds',
    when: isPayin,
  },
  {
    name: 'max_attempts',
    label: 'Attempts per order',
    group: 'Routing',
    hint: 'Cards that a payer may try, 1 to 5',
    when: isPayin,
  },
];

/** The settings of a new method; those left empty get their defaults. */
export const newMethodAsks: readonly Ask[] = [
  { name: 'name', group: 'Method', hint: 'Like card_eur, visible to the merchant' },
  { name: 'direction', group: 'Method' },
  { name: 'payment_source', label: 'Paid by', group: 'Method', choices: SOURCE_CHOICES },
  { name: 'currency', group: 'Method' },
  ...SETTINGS,
];

/** Returns the settings that can be changed for a method of this kind. */
export function methodAsks(method: { direction: string; payment_source: string }): readonly Ask[] {
  const kind = { direction: method.direction, payment_source: method.payment_source };
  return SETTINGS.map((ask): Ask => {
    if (typeof ask === 'string' || ask.when === undefined) return ask;
    const { when } = ask;
    return { ...ask, when: () => when(kind) };
  });
}

/** Returns a method's changeable settings as a form shows them. */
export function settingsOf(shown: Method): Record<string, string> {
  return {
    amount_min: shown.amount_min,
    amount_max: shown.amount_max,
    waiting_seconds: String(shown.waiting_seconds),
    fee_percent: shown.fee_percent,
    fee_fixed: shown.fee_fixed,
    fee_min: shown.fee_min ?? '',
    fee_max: shown.fee_max ?? '',
    settlement_period_days: String(shown.settlement_period_days),
    rolling_percent: shown.rolling_percent,
    max_attempts: String(shown.max_attempts),
    max_part_amount: shown.max_part_amount ?? '',
    refund_fee: shown.refund_fee,
    refund_fixed_fee: shown.refund_fixed_fee,
    dispute_fee: shown.dispute_fee,
    tolerance: shown.tolerance,
    tolerance_percent: shown.tolerance_percent,
    payment_method_currency: shown.payment_method_currency ?? shown.currency,
    conversion_rate: shown.conversion_rate ?? '',
  };
}
