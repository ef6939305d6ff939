import { majorNumber as major, unixSeconds } from '#contract/schemas/number.ts';
import type { CompletePayinOrder } from '#contract/schemas/payin.ts';
import { returnUrlFor } from '#domain/order/return-url.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { feeFields } from '../orders/fee-fields.ts';

/**
 * A payin as the interface shows it (*Payin order* and decision 3): fields without a value are
 * undefined, which JSON leaves out; amounts are numbers from their decimal text.
 */
export function toPayinOrder(payin: PayinRow, pageUrl: string): CompletePayinOrder {
  return {
    id: payin.id,
    group_id: payin.group_id,
    seq_id: Number(payin.seq_id),
    reference_id: payin.reference_id,
    status: payin.status,
    resolution: payin.resolution ?? undefined,
    resolution_code: payin.resolution_code ?? undefined,
    resolution_message: payin.resolution_message ?? undefined,
    provider_error_message: payin.provider_error_message ?? undefined,
    payment_source: payin.payment_source,
    currency: payin.currency,
    amount: major(payin.amount_minor),
    payment_method_currency: payin.payment_method_currency,
    payment_method_amount: major(payin.payment_method_amount_minor),
    conversion_rate: Number(payin.conversion_rate),
    ...feeFields(payin),
    total: major(payin.total_minor),
    hold_amount: major(payin.hold_minor),
    settlement_period: payin.settlement_period_days,
    rolling_percent: Number(payin.rolling_percent),
    rolling_amount: major(payin.rolling_minor),
    merchant_gate_method_id: payin.method_id,
    merchant_id: payin.merchant_id,
    card_number: payin.card_number_masked ?? undefined,
    customer: payin.customer,
    pay_url: payUrl(payin, pageUrl),
    return_url: returnUrlFor(payin.status, payin.return_urls),
    rrn: payin.rrn ?? undefined,
    create_date: unixSeconds(payin.created_at),
    update_date: unixSeconds(payin.updated_at),
    comment: payin.comment ?? undefined,
  };
}

/** The challenge's address while there is one, so that a page sees where to send the shopper. */
function payUrl(payin: PayinRow, pageUrl: string): string | undefined {
  if (payin.payment_source !== 'CARD') return undefined;
  return payin.challenge_url ?? `${pageUrl}/pay/${payin.id}`;
}
