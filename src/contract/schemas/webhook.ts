import { z } from 'zod';

import { readJson } from '../json/json.ts';
import { bytesOf, type RawBody } from '../raw-body.ts';
import { completePayinOrder, payinOrder } from './payin.ts';
import { CHANGED, CREATED, id, isoInstant, orderComment, paymentMethodData } from './order.ts';
import { completePayoutOrder, payoutOrder } from './payout.ts';
import { dispute } from './dispute.ts';
import { refund } from './refund.ts';

/**
 * Dates: Unix seconds in retrieval answers, ISO 8601 text in the specification's samples; both are read as seconds.
 */
const date = z.union([z.int(), z.string().transform(unixSeconds).pipe(z.int())]);

const webhookPaymentMethodData = paymentMethodData
  .extend({
    date_of_birth: z
      .string()
      .meta({
        description: 'The date of birth of the payer or payee, YYYY-MM-DD, from the acquirer.',
      })
      .optional(),
    payment_url: z
      .string()
      .meta({ description: 'The address from the create request.' })
      .optional(),
  })
  .meta({
    id: 'WebhookPaymentMethodData',
    description: 'The same in an extended webhook, with the details of the create request.',
  });

const extendedMethodData = webhookPaymentMethodData.meta({
  description: 'Additional details from the payment method.',
});

/** A payin in a webhook: the retrieval shape, or the samples' shape, which has more ids and comments. */
export const webhookPayinOrder = payinOrder.extend({
  create_date: date.optional(),
  update_date: date.optional(),
  payment_method_data: webhookPaymentMethodData.optional(),
  company_id: z.string().optional(),
  gate_id: z.string().optional(),
  payment_method_id: z.string().optional(),
  terminal_id: z.string().optional(),
  routing_id: z.string().optional(),
  comment_internal: z.string().optional(),
  comment_external: z.string().optional(),
});
export type WebhookPayinOrder = z.output<typeof webhookPayinOrder>;

export const webhookPayoutOrder = payoutOrder.extend({
  create_date: date.optional(),
  update_date: date.optional(),
  payment_method_data: webhookPaymentMethodData.optional(),
  destination_account: z.string(),
});
export type WebhookPayoutOrder = z.output<typeof webhookPayoutOrder>;

/** A payin in this service's extended payload: the shape of the specification's samples, with dates in ISO 8601. */
export const extendedPayinOrder = completePayinOrder
  .pick({
    id: true,
    group_id: true,
    reference_id: true,
    status: true,
    payment_source: true,
    currency: true,
    amount: true,
    fee_percent: true,
    fee_fixed: true,
    fee_min: true,
    fee_max: true,
    fee_total: true,
    total: true,
    hold_amount: true,
    rolling_percent: true,
    rolling_amount: true,
    merchant_id: true,
    customer: true,
    pay_url: true,
    return_url: true,
  })
  .extend({
    company_id: id("The merchant's company; the same as the merchant."),
    gate_id: id('The gate that the payment method belongs to.'),
    payment_method_id: id('The payment method, from the create request.'),
    payment_method_data: extendedMethodData.optional(),
    terminal_id: id(
      'The terminal that took the last attempt; left out where there is none.',
    ).optional(),
    routing_id: id('The route that led to it; left out where there is none.').optional(),
    comment_internal: z
      .string()
      .meta({ description: "The operator's own comment, where it is meant to be seen." })
      .optional(),
    comment_external: orderComment.optional(),
    create_date: isoInstant(CREATED),
    update_date: isoInstant(CHANGED),
  })
  .meta({
    id: 'ExtendedPayinOrder',
    description:
      'A payin as the extended webhook carries it: with ids that answers do not show, and dates as text.',
  });
export type ExtendedPayinOrder = z.output<typeof extendedPayinOrder>;

/** A payout in the extended payload, without resolution_code, which the samples lack. */
export const extendedPayoutOrder = completePayoutOrder
  .omit({ resolution_code: true })
  .extend({
    payment_method_data: extendedMethodData.optional(),
    create_date: isoInstant(CREATED),
    update_date: isoInstant(CHANGED),
  })
  .meta({
    id: 'ExtendedPayoutOrder',
    description:
      'A payout as the extended webhook carries it: without its code, and dates as text.',
  });
export type ExtendedPayoutOrder = z.output<typeof extendedPayoutOrder>;

/** A refund in a webhook. */
export const webhookRefund = refund
  .extend({ type: z.literal('refund').meta({ description: 'The kind of event.' }) })
  .meta({ id: 'WebhookRefund', description: 'A refund as its webhook carries it.' });
export type WebhookRefund = z.output<typeof webhookRefund>;

export const DISPUTE_EVENTS = ['opened', 'answered', 'won', 'lost', 'closed', 'due_soon'] as const;
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number];

/** A dispute in a webhook. */
export const webhookDispute = dispute
  .extend({
    type: z.literal('dispute').meta({ description: 'The kind of event.' }),
    event: z.enum(DISPUTE_EVENTS).meta({
      description:
        'What happened: the dispute changed to this state, or its answer is due within three days.',
    }),
  })
  .meta({ id: 'WebhookDispute', description: 'A dispute as its webhook carries it.' });
export type WebhookDispute = z.output<typeof webhookDispute>;

export type ParsedWebhook =
  | { ok: true; type: 'payin'; orders: WebhookPayinOrder[] }
  | { ok: true; type: 'payout'; orders: WebhookPayoutOrder[] }
  | { ok: true; type: 'refund'; refunds: WebhookRefund[] }
  | { ok: true; type: 'dispute'; disputes: WebhookDispute[] }
  | { ok: false };

/**
 * Parses a webhook for its receiver; call verifyWebhook first. One event carries orders of one type, a refund,
 * or a dispute. Only refunds and disputes have a `type`; of orders, only payouts have a destination.
 */
export function parseWebhook(rawBody: RawBody): ParsedWebhook {
  const body = readJson(bytesOf(rawBody));
  const refunds = z.array(webhookRefund).nonempty().safeParse(body);
  if (refunds.success) return { ok: true, type: 'refund', refunds: refunds.data };
  const disputes = z.array(webhookDispute).nonempty().safeParse(body);
  if (disputes.success) return { ok: true, type: 'dispute', disputes: disputes.data };
  const payouts = z.array(webhookPayoutOrder).nonempty().safeParse(body);
  if (payouts.success) return { ok: true, type: 'payout', orders: payouts.data };
  const payins = z.array(webhookPayinOrder).nonempty().safeParse(body);
  return payins.success ? { ok: true, type: 'payin', orders: payins.data } : { ok: false };
}

/**
 * Converts ISO 8601 text to Unix seconds. Text without an offset counts as UTC, since the samples do not name a time
 * zone.
 */
function unixSeconds(iso: string): number {
  const dated = /(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`;
  return Math.floor(Date.parse(dated) / 1000);
}
