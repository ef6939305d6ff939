import { majorNumber as major, unixSeconds } from '#contract/schemas/order.ts';
import type { CompletePayinOrder } from '#contract/schemas/payin.ts';
import type { ExtendedPayinOrder } from '#contract/schemas/webhook.ts';
import { returnUrlFor } from '#domain/order/return-url.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import { areAddressesRight } from './addresses.ts';
import { methodDataOf } from './method-data.ts';

/** What presenting an order needs besides the order. */
export type PresentDeps = Pick<ServiceContext, 'pageUrl' | 'keyring' | 'reportUnverified'>;

/**
 * Presents a payin as the interface shows it (*Payin order* and decision 3). Fields without a value are undefined,
 * which JSON leaves out; amounts are numbers, made from their decimal text. While there is a challenge, `pay_url` is
 * its address, so that a page knows where to send the shopper.
 */
export function toPayinOrder(payin: PayinRow, deps: PresentDeps): CompletePayinOrder {
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
    fee_percent: Number(payin.fee_percent),
    fee_fixed: major(payin.fee_fixed_minor),
    fee_min: payin.fee_min_minor === null ? undefined : major(payin.fee_min_minor),
    fee_max: payin.fee_max_minor === null ? undefined : major(payin.fee_max_minor),
    fee_total: major(payin.fee_total_minor),
    total: major(payin.total_minor),
    hold_amount: major(payin.hold_minor),
    settlement_period: payin.settlement_period_days,
    rolling_percent: Number(payin.rolling_percent),
    rolling_amount: major(payin.rolling_minor),
    merchant_gate_method_id: payin.method_id,
    merchant_id: payin.merchant_id,
    payment_method_data:
      payin.payment_source === 'CARD' ? undefined : methodDataOf(deps.keyring, payin),
    card_number: payin.card_number_masked ?? undefined,
    customer: payin.customer,
    pay_url: payin.challenge_url ?? `${deps.pageUrl}/pay/${payin.id}`,
    return_url: areAddressesRight(deps, payin)
      ? returnUrlFor(payin.status, payin.return_urls)
      : undefined,
    rrn: payin.rrn ?? undefined,
    create_date: unixSeconds(payin.created_at),
    update_date: unixSeconds(payin.updated_at),
    comment: payin.comment ?? undefined,
  };
}

/** Returns what the payer buys, if the merchant said so. The create request alone has it, until it is erased. */
export function readDescription({ request }: Pick<PayinRow, 'request'>): string | undefined {
  const { description } = request;
  return typeof description === 'string' ? description : undefined;
}

/** Returns a function for each webhook payload that a merchant may choose, which presents the order in that shape. */
export function payinEventOrders(payin: PayinRow, deps: PresentDeps) {
  return {
    retrieval: () => [toPayinOrder(payin, deps)],
    extended: () => [extendedPayinOrder(payin, deps)],
  };
}

/**
 * Presents a payin in the shape of the specification's webhook samples (*Payload shape* and decision 8): with ISO 8601
 * dates, and with ids that an answer does not show. `company_id` is the merchant's id; terminal and route are those of
 * the latest attempt.
 */
function extendedPayinOrder(payin: PayinRow, deps: PresentDeps): ExtendedPayinOrder {
  const order = toPayinOrder(payin, deps);
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
    payment_method_data: extendedData(payin, order),
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

/** Adds what the merchant gave when it created the order. */
function extendedData(
  { payment_method_data: kept }: PayinRow,
  { payment_method_data: shown }: CompletePayinOrder,
): ExtendedPayinOrder['payment_method_data'] {
  return kept === null && shown === undefined ? undefined : { ...kept, ...shown };
}
