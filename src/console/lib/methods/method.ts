import type { AnswerOf } from '#console/api/client.ts';

/** A method; amounts and percentages are decimal text. */
export type Method = AnswerOf<'methods show'>;
/** Null takes everything. */
export type Route = Method['routes'][number];

/** What can be changed of a method, as a form shows it. */
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
    payment_method_currency: shown.payment_method_currency ?? shown.currency,
    conversion_rate: shown.conversion_rate ?? '',
  };
}
