import type { ExtendedPayinOrder } from '#contract/schemas/webhook.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { toPayinOrder } from './payin-order.ts';

/**
 * A payin in the shape of the specification's webhook samples (*Payload shape* and decision 8): ISO
 * 8601 dates, and ids that an answer does not show. A merchant is its own company; terminal and route
 * are those of the latest attempt.
 */
export function extendedPayinOrder(payin: PayinRow, pageUrl: string): ExtendedPayinOrder {
  const order = toPayinOrder(payin, pageUrl);
  return {
    id: order.id,
    group_id: order.group_id,
    reference_id: order.reference_id,
    status: order.status,
    payment_source: order.payment_source,
    currency: order.currency,
    amount: order.amount,
    fee_percent: order.fee_percent,
    fee_fixed: order.fee_fixed,
    fee_min: order.fee_min,
    fee_max: order.fee_max,
    fee_total: order.fee_total,
    total: order.total,
    hold_amount: order.hold_amount,
    rolling_percent: order.rolling_percent,
    rolling_amount: order.rolling_amount,
    company_id: payin.merchant_id,
    merchant_id: payin.merchant_id,
    gate_id: payin.gate_id,
    payment_method_id: payin.method_id,
    payment_method_data: payin.payment_method_data ?? undefined,
    terminal_id: payin.terminal_id ?? undefined,
    routing_id: payin.route_id ?? undefined,
    comment_internal: payin.comment_internal ?? undefined,
    comment_external: payin.comment ?? undefined,
    customer: order.customer,
    pay_url: order.pay_url,
    return_url: order.return_url,
    create_date: payin.created_at.toISOString(),
    update_date: payin.updated_at.toISOString(),
  };
}
