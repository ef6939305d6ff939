import type { Refund } from '#contract/schemas/refund.ts';
import type { WebhookRefund } from '#contract/schemas/webhook.ts';
import { majorNumber, unixSeconds } from '#contract/schemas/order.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';

/** Presents a refund as the developer API shows it. Fields without a value are undefined, which JSON leaves out. */
export function toRefund(refund: RefundRow): Refund {
  return {
    id: refund.id,
    payin_id: refund.payin_id,
    reference_id: refund.reference_id,
    status: refund.status,
    resolution: refund.resolution ?? undefined,
    resolution_code: refund.resolution_code ?? undefined,
    resolution_message: refund.resolution_message ?? undefined,
    provider_error_message: refund.provider_error_message ?? undefined,
    amount: majorNumber(refund.amount_minor),
    currency: refund.currency,
    create_date: unixSeconds(refund.created_at),
    update_date: unixSeconds(refund.updated_at),
    comment: refund.comment ?? undefined,
  };
}

/** Builds the payload of a refund's event. It is the same in each form. */
export function eventOrders(refund: RefundRow) {
  const body = () => [{ type: 'refund', ...toRefund(refund) } satisfies WebhookRefund];
  return { retrieval: body, extended: body };
}
