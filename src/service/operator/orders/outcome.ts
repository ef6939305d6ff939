import { DISPUTE_STATUSES, type DisputeStatus } from '#domain/dispute/status.ts';
import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { RefusedBy } from '#domain/order/attempt-limits.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import { formatMinor } from '#domain/money.ts';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { lastDeclineOf } from '../../counters/conversion.ts';
import { IS_REFUND_COUNTED } from '../../ledger/corrected-fees.ts';
import { isOfOrder } from '../ledger-views.ts';

/** What came of an order, as the search, the order's page and the report of orders show it. */
export interface OutcomeRow {
  /** The reason of the last declined attempt. */
  decline_reason: DeclineReason | null;
  /** The reference that the acquirer gave the payment; else that of the last attempt with one. */
  provider_reference: string | null;
  /** What was refunded or is being refunded; null if nothing was. */
  refunded_minor: bigint | null;
  /** The status of its dispute, of several the one that matters most. */
  dispute: DisputeStatus | null;
  /** What disputes hold or have taken, without their fees; null if nothing. */
  disputed_minor: bigint | null;
  /**
   * What all movements of the order, its refunds and its disputes have left in the merchant's balances: negative for a
   * payout, null if no money has moved.
   */
  net_minor: bigint | null;
}

/**
 * Returns the columns of an `OutcomeRow`. Each reads the rows of one order by an index, so a statement selects them
 * for the orders that it shows and no others.
 */
export function outcomeColumns(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${lastDeclineOf(id)} as decline_reason,
    coalesce(${referenceIn('payin', id)}, ${referenceIn('payout', id)}) as provider_reference,
    ${refundedOf(id)} as refunded_minor,
    (select status from disputes where payin_id = ${id} order by array_position(
      array['OPEN', 'INQUIRY', 'UNDER_REVIEW', 'LOST', 'WON', 'CLOSED'], status) limit 1) as dispute,
    (select sum(amount_minor)::bigint from disputes
      where payin_id = ${id} and money <> 'untouched') as disputed_minor,
    (select sum(amount_minor)::bigint from ledger_entries
      where account in ('available', 'hold', 'rolling') and movement_id = any(array(
        select id from ledger_movements where ${isOfOrder(id)}))) as net_minor`;
}

function referenceIn(direction: 'payin' | 'payout', id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select provider_reference from ${sql.table(`${direction}_attempts`)}
    where ${sql.ref(`${direction}_id`)} = ${id} and provider_reference is not null
    order by outcome in ('approved', 'paid') desc nulls last, created_at desc limit 1)`;
}

function refundedOf(payinId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select sum(amount_minor)::bigint from refunds
    where payin_id = ${payinId} and ${IS_REFUND_COUNTED})`;
}

/** The code of a payout that a block list refused. No limit refuses payouts. */
export const BLOCKED_PAYOUT = sql.lit('BLACKLISTED_INPUT_DATA' satisfies ResolutionCode);

/** SQL for what refused a payout. */
export const PAYOUT_REFUSED_BY = sql<RefusedBy | null>`case resolution_code
  when ${BLOCKED_PAYOUT} then 'block_list' end`;

export const REVERSALS = ['refunded', 'disputed'] as const;
export type Reversal = (typeof REVERSALS)[number];

/** Returns the condition for rows of payins, spelled out as in the index of each. */
export function isReversed(reversal: Reversal): RawBuilder<boolean> {
  return reversal === 'disputed'
    ? sql`disputed`
    : sql`refundable_version > 0 and ${refundedOf(sql`payins.id`)} is not null`;
}

const amount = z.string().nullable();

export const outcomeAnswer = z.object({
  decline_reason: z
    .string()
    .nullable()
    .describe('Why the last declined attempt was declined, whatever came after.'),
  provider_reference: z.string().nullable(),
  refunded: amount.describe('What was refunded or is being refunded; null if nothing was.'),
  dispute: z
    .enum(DISPUTE_STATUSES)
    .nullable()
    .describe('The status of its dispute, of several the one that matters most.'),
  disputed: amount.describe('What disputes hold or have taken, without their fees.'),
  net: amount.describe(
    "What the order, its refunds and its disputes have left in the merchant's balances; null if no money has moved.",
  ),
});

export function shownOutcome(row: OutcomeRow) {
  const { decline_reason, provider_reference, dispute } = row;
  return {
    decline_reason,
    provider_reference,
    dispute,
    refunded: amountOrNull(row.refunded_minor),
    disputed: amountOrNull(row.disputed_minor),
    net: amountOrNull(row.net_minor),
  };
}

export function amountOrNull(minor: bigint | null): string | null {
  return minor === null ? null : formatMinor(minor);
}
