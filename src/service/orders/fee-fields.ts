import { majorNumber } from '#contract/schemas/number.ts';
import type { PayinRow } from '../platform/database/schema.ts';

type FeeColumns = Pick<
  PayinRow,
  'fee_percent' | 'fee_fixed_minor' | 'fee_min_minor' | 'fee_max_minor' | 'fee_total_minor'
>;

/** An order's fee as the interface shows it; the bounds only where there are any (decision 3). */
export function feeFields(order: FeeColumns) {
  return {
    fee_percent: Number(order.fee_percent),
    fee_fixed: majorNumber(order.fee_fixed_minor),
    fee_min: order.fee_min_minor === null ? undefined : majorNumber(order.fee_min_minor),
    fee_max: order.fee_max_minor === null ? undefined : majorNumber(order.fee_max_minor),
    fee_total: majorNumber(order.fee_total_minor),
  };
}
