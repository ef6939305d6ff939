import type { Ask } from '#console/actions/fields.ts';

const LIMITS: readonly Ask[] = [
  { name: 'amount_min', label: 'Lowest amount', hint: 'Like 1.00' },
  { name: 'amount_max', label: 'Highest amount', hint: 'Like 5000.00' },
];
const WAITING: Ask = {
  name: 'waiting_seconds',
  label: 'Waiting time',
  hint: 'Seconds in which an order has to be paid',
};
const FEES: readonly Ask[] = [
  { name: 'fee_percent', label: 'Fee, percent', hint: 'Like 2.9' },
  { name: 'fee_fixed', label: 'Fee, fixed', hint: 'Like 0.30' },
  { name: 'fee_min', label: 'Fee, at least', hint: 'Like 0.50' },
  { name: 'fee_max', label: 'Fee, at most', hint: 'Like 25.00' },
];
const REST: readonly Ask[] = [
  { name: 'settlement_period_days', label: 'Hold', hint: 'Days until money is available' },
  {
    name: 'rolling_percent',
    label: 'Rolling, percent',
    hint: 'Held longer, against refunds',
  },
  { name: 'max_attempts', label: 'Cards tried', hint: 'At most, for one order: 1 to 5' },
  { name: 'max_part_amount', label: 'Largest part', hint: 'A larger payout is split' },
  { name: 'refund_fee', label: 'Fee on refunds' },
  { name: 'refund_fixed_fee', label: 'Fee of a refund', hint: 'Like 0.50' },
  { name: 'tolerance', label: 'Tolerance', hint: 'How much less may arrive and be enough' },
  { name: 'payment_method_currency', label: 'Charged in', hint: 'Where that is another currency' },
  { name: 'conversion_rate', label: 'Rate', hint: 'Like 0.0021, where it is converted' },
];

/** What a method is made of; the rest has defaults. */
export const newMethodAsks: readonly Ask[] = [
  'name',
  'direction',
  { name: 'payment_source', label: 'Source' },
  'currency',
  ...LIMITS,
  WAITING,
  ...FEES,
  ...REST,
];

/** What can be otherwise later. */
export const methodAsks: readonly Ask[] = [...LIMITS, WAITING, ...FEES, ...REST];
