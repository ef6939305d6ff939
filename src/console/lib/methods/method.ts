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

/** Hints that are left out are the command's. */
const SETTINGS = [
  { name: 'amount_min', label: 'Minimum amount', quantity: 'amount', group: 'Amounts' },
  { name: 'amount_max', label: 'Maximum amount', quantity: 'amount', group: 'Amounts' },
  {
    name: 'max_part_amount',
    label: 'Maximum per part',
    quantity: 'amount',
    group: 'Amounts',
    when: isPayout,
  },
  { name: 'tolerance', quantity: 'amount', group: 'Amounts', when: isTransfer },
  {
    name: 'tolerance_percent',
    label: 'Tolerance, percent',
    quantity: 'percent',
    group: 'Amounts',
    when: isTransfer,
  },
  {
    name: 'payment_method_currency',
    label: "Payer's currency",
    group: 'Amounts',
    when: isPayin,
  },
  {
    name: 'conversion_rate',
    label: 'Conversion rate',
    quantity: 'rate',
    group: 'Amounts',
    when: isPayin,
  },
  { name: 'fee_percent', label: 'Percentage fee', quantity: 'percent', group: 'Fees' },
  { name: 'fee_fixed', label: 'Fixed fee', quantity: 'amount', group: 'Fees' },
  { name: 'fee_min', label: 'Minimum fee', quantity: 'amount', group: 'Fees' },
  { name: 'fee_max', label: 'Maximum fee', quantity: 'amount', group: 'Fees' },
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
    when: isPayin,
  },
  { name: 'dispute_fee', label: 'Dispute fee', quantity: 'amount', group: 'Fees', when: isPayin },
  {
    name: 'waiting_seconds',
    label: 'Time to pay',
    quantity: 'duration',
    group: 'Timing',
    hint: 'Unpaid orders are closed after this time',
    when: isPayin,
  },
  { name: 'settlement_period_days', label: 'Hold, days', group: 'Timing', when: isPayin },
  {
    name: 'rolling_percent',
    label: 'Rolling reserve, percent',
    quantity: 'percent',
    group: 'Timing',
    when: isPayin,
  },
  { name: 'max_attempts', label: 'Attempts per order', group: 'Routing', when: isPayin },
] as const satisfies readonly Ask[];

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
  return SETTINGS.map((ask): Ask => ('when' in ask ? { ...ask, when: () => ask.when(kind) } : ask));
}

/** Returns a method's changeable settings as a form shows them. */
export function settingsOf(method: Method): Record<string, string> {
  const shown = {
    ...method,
    payment_method_currency: method.payment_method_currency ?? method.currency,
  };
  return Object.fromEntries(SETTINGS.map(({ name }) => [name, String(shown[name] ?? '')]));
}
