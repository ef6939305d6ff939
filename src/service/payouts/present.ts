import { majorNumber, unixSeconds } from '#contract/schemas/order.ts';
import type { CompletePayoutOrder } from '#contract/schemas/payout.ts';
import type { ExtendedPayoutOrder } from '#contract/schemas/webhook.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';

/**
 * Presents a payout as the interface shows it (*Payout order* and decision 3), and no other fields. Fields without a
 * value are undefined, which JSON leaves out. A card number was masked when the payout was created.
 */
export function toPayoutOrder(payout: PayoutRow): CompletePayoutOrder {
  return {
    id: payout.id,
    group_id: payout.group_id,
    reference_id: payout.reference_id,
    status: payout.status,
    resolution: payout.resolution ?? undefined,
    resolution_code: payout.resolution_code ?? undefined,
    resolution_message: payout.resolution_message ?? undefined,
    provider_error_message: payout.provider_error_message ?? undefined,
    payment_source: payout.payment_source,
    currency: payout.currency,
    amount: majorNumber(payout.amount_minor),
    destination_account: payout.destination_shown,
    fee_percent: Number(payout.fee_percent),
    fee_fixed: majorNumber(payout.fee_fixed_minor),
    fee_min: payout.fee_min_minor === null ? undefined : majorNumber(payout.fee_min_minor),
    fee_max: payout.fee_max_minor === null ? undefined : majorNumber(payout.fee_max_minor),
    fee_total: majorNumber(payout.fee_total_minor),
    total: majorNumber(payout.total_minor),
    customer: payout.customer,
    create_date: unixSeconds(payout.created_at),
    update_date: unixSeconds(payout.updated_at),
    comment: payout.comment ?? undefined,
  };
}

/**
 * Presents a payout in the shape of the specification's webhook samples (*Payload shape*): with ISO 8601 dates and the
 * payment_method_data that the merchant gave, and without resolution_code.
 */
export function extendedPayoutOrder(payout: PayoutRow): ExtendedPayoutOrder {
  const { resolution_code: _code, ...order } = toPayoutOrder(payout);
  return {
    ...order,
    payment_method_data: payout.payment_method_data ?? undefined,
    create_date: payout.created_at.toISOString(),
    update_date: payout.updated_at.toISOString(),
  };
}
