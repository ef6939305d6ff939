import type { FeePlan } from '#domain/order/fees.ts';
import type { GateMethod } from '../merchants/settings.ts';

/** What a method charges, as the rules of fees take it. */
export function feePlan(method: GateMethod): FeePlan {
  return {
    percent: method.feePercent,
    fixedMinor: method.feeFixedMinor,
    ...(method.feeMinMinor === undefined ? {} : { minMinor: method.feeMinMinor }),
    ...(method.feeMaxMinor === undefined ? {} : { maxMinor: method.feeMaxMinor }),
  };
}

/** The same as an order keeps it: what was agreed when it was made. */
export function feeColumns(method: GateMethod) {
  return {
    fee_percent: method.feePercent,
    fee_fixed_minor: method.feeFixedMinor,
    fee_min_minor: method.feeMinMinor ?? null,
    fee_max_minor: method.feeMaxMinor ?? null,
  };
}
