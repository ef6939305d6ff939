import { majorNumber } from '#contract/schemas/order.ts';
import type { FeePlan } from '#domain/order/fees.ts';
import type { GateMethod } from '../merchants/settings.ts';
import type { PayinRow } from '../platform/database/schema.ts';

/** Returns the fee of a method as the fee calculation takes it. */
export function feePlan(method: GateMethod): FeePlan {
  return {
    percent: method.feePercent,
    fixedMinor: method.feeFixedMinor,
    ...(method.feeMinMinor === undefined ? {} : { minMinor: method.feeMinMinor }),
    ...(method.feeMaxMinor === undefined ? {} : { maxMinor: method.feeMaxMinor }),
  };
}

/** Returns the fee of a method as columns of an order, which keeps the fee that was valid when it was created. */
export function feeColumns(method: GateMethod) {
  return {
    fee_percent: method.feePercent,
    fee_fixed_minor: method.feeFixedMinor,
    fee_min_minor: method.feeMinMinor ?? null,
    fee_max_minor: method.feeMaxMinor ?? null,
  };
}

type FeeColumns = Pick<
  PayinRow,
  'fee_percent' | 'fee_fixed_minor' | 'fee_min_minor' | 'fee_max_minor' | 'fee_total_minor'
>;

/** Presents an order's fee as the interface shows it, with minimum and maximum only if it has them (decision 3). */
export function feeFields(order: FeeColumns) {
  return {
    fee_percent: Number(order.fee_percent),
    fee_fixed: majorNumber(order.fee_fixed_minor),
    fee_min: order.fee_min_minor === null ? undefined : majorNumber(order.fee_min_minor),
    fee_max: order.fee_max_minor === null ? undefined : majorNumber(order.fee_max_minor),
    fee_total: majorNumber(order.fee_total_minor),
  };
}
