import * as v from 'valibot';
import { CARD_BRANDS } from '#domain/card/number.ts';

const text = v.nullable(v.string());

/** A route as a deployment's file says it; null takes everything. */
export const route = v.object({
  terminal: v.string(),
  priority: v.number(),
  weight: v.number(),
  brands: v.nullable(v.array(v.picklist(CARD_BRANDS))),
  bin_prefixes: v.nullable(v.array(v.string())),
  amount_min: text,
  amount_max: text,
  countries: v.nullable(v.array(v.string())),
  up: v.boolean(),
});
export type Route = v.InferOutput<typeof route>;

/** A method as `methods show` answers it; amounts and percentages are decimal text. */
export const method = v.object({
  id: v.string(),
  name: v.string(),
  gate: v.string(),
  gate_id: v.string(),
  merchant: v.string(),
  merchant_id: v.string(),
  direction: v.picklist(['payin', 'payout']),
  payment_source: v.string(),
  currency: v.string(),
  payment_method_currency: v.optional(v.string()),
  conversion_rate: text,
  fee_percent: v.string(),
  fee_fixed: v.string(),
  fee_min: text,
  fee_max: text,
  amount_min: v.string(),
  amount_max: v.string(),
  settlement_period_days: v.number(),
  rolling_percent: v.string(),
  max_attempts: v.number(),
  waiting_seconds: v.number(),
  max_part_amount: text,
  active: v.boolean(),
  routes: v.array(route),
});
export type Method = v.InferOutput<typeof method>;

/** What can be changed of a method, as a command takes it. */
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
    payment_method_currency: shown.payment_method_currency ?? shown.currency,
    conversion_rate: shown.conversion_rate ?? '',
  };
}
