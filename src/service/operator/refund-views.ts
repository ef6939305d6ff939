import { formatMinor } from '#domain/money.ts';
import { REFUND_STATUSES } from '#contract/schemas/refund.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Page } from './lists.ts';
import { sql } from 'kysely';
import { z } from 'zod';

const text = z.string();
const textOrNull = text.nullable();

/** The schema of a refund in the operator interface. */
export const shownRefund = z.object({
  id: z.uuid(),
  order: z.uuid().describe('The payin that is refunded.'),
  merchant_id: z.uuid(),
  merchant: text,
  reference_id: text,
  status: z.enum(REFUND_STATUSES),
  resolution: textOrNull,
  resolution_code: textOrNull,
  resolution_message: textOrNull,
  provider_error_message: textOrNull,
  currency: text,
  amount: text,
  payer_currency: text,
  payer_gets: text.describe("In the payer's currency."),
  fee_returned: text.describe("The part of the payin's fee that is returned."),
  fixed_fee: text,
  cost: text.describe(
    'Amount charged to the gate: the amount, less the returned fee, plus the fixed fee.',
  ),
  made_after_end: z
    .boolean()
    .describe('The acquirer made it after it had failed: it counts as refunded.'),
  taken_at: z.iso
    .datetime()
    .nullable()
    .describe('When its cost was charged to the gate because of that.'),
  terminal: textOrNull.describe('Null for callers with the role merchant.'),
  provider_reference: textOrNull,
  next_inquiry_at: z.iso
    .datetime()
    .nullable()
    .describe('When the acquirer gets the next status inquiry.'),
  comment: textOrNull,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

/** The schema of a refund in a list. */
export const refundItem = shownRefund.omit({ terminal: true, provider_reference: true });

export type ListedRefund = RefundRow & {
  merchant: string;
  terminal: string | null;
  provider_reference: string | null;
  next_inquiry_at: Date | null;
};

export interface RefundsWanted {
  merchantId?: string | undefined;
  id?: string | undefined;
  payinId?: string | undefined;
  status?: RefundRow['status'] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Lists refunds, newest first. A refund has at most one attempt. */
export async function selectShownRefunds(
  db: Db,
  { merchantId, id, payinId, status, from, to }: RefundsWanted,
  { after, limit }: Page,
): Promise<ListedRefund[]> {
  const { rows } = await sql<ListedRefund>`
    select refunds.*, merchants.name as merchant, terminals.name as terminal,
      attempt.provider_reference, case when attempt.outcome is null then attempt.next_inquiry_at end as next_inquiry_at
    from refunds join merchants on merchants.id = refunds.merchant_id
    left join refund_attempts attempt on attempt.refund_id = refunds.id
    left join terminals on terminals.id = attempt.terminal_id
    where ${merchantId === undefined ? sql`true` : sql`refunds.merchant_id = ${merchantId}`}
      and ${id === undefined ? sql`true` : sql`refunds.id = ${id}`}
      and ${payinId === undefined ? sql`true` : sql`refunds.payin_id = ${payinId}`}
      and ${status === undefined ? sql`true` : sql`refunds.status = ${status}`}
      and ${from === undefined ? sql`true` : sql`refunds.created_at >= ${from}::timestamptz`}
      and ${to === undefined ? sql`true` : sql`refunds.created_at < ${to}::timestamptz`}
      and ${
        after === undefined
          ? sql`true`
          : sql`(refunds.created_at, refunds.id) < (
              select last.created_at, last.id from refunds as last where last.id = ${after})`
      }
    order by refunds.created_at desc, refunds.id desc limit ${limit}`.execute(db);
  return rows;
}

export function showRefund(refund: ListedRefund) {
  return {
    id: refund.id,
    order: refund.payin_id,
    merchant_id: refund.merchant_id,
    merchant: refund.merchant,
    reference_id: refund.reference_id,
    status: refund.status,
    resolution: refund.resolution,
    resolution_code: refund.resolution_code,
    resolution_message: refund.resolution_message,
    provider_error_message: refund.provider_error_message,
    currency: refund.currency,
    amount: formatMinor(refund.amount_minor),
    payer_currency: refund.payment_method_currency,
    payer_gets: formatMinor(refund.paid_back_minor),
    fee_returned: formatMinor(refund.fee_returned_minor),
    fixed_fee: formatMinor(refund.fixed_fee_minor),
    cost: formatMinor(refund.cost_minor),
    made_after_end: refund.made_after_end,
    taken_at: refund.taken_at,
    terminal: refund.terminal,
    provider_reference: refund.provider_reference,
    next_inquiry_at: refund.next_inquiry_at,
    comment: refund.comment,
    created_at: refund.created_at,
    updated_at: refund.updated_at,
  };
}
