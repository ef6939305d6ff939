import type { RefundOutcome } from '#domain/order/attempt.ts';
import type { RefundStatus } from '#domain/order/refund-status.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Json } from '../columns.ts';

export interface RefundTable {
  id: string;
  merchant_id: string;
  payin_id: string;
  reference_id: string;
  gate_id: string;
  status: RefundStatus;
  resolution: Resolution | null;
  resolution_code: ResolutionCode | null;
  resolution_message: string | null;
  provider_error_message: string | null;
  /** The payin's. */
  currency: Currency;
  amount_minor: bigint;
  payment_method_currency: Currency;
  /** What the payer gets, in the currency of the payment method. */
  paid_back_minor: bigint;
  /** Of the payin's fee. */
  fee_returned_minor: bigint;
  fixed_fee_minor: bigint;
  /** What the gate gives: the amount, less the fee that is returned, and the fixed fee. */
  cost_minor: bigint;
  /** Where the cost was taken from; all zero where nothing was taken. */
  from_available_minor: Generated<bigint>;
  from_hold_minor: Generated<bigint>;
  from_rolling_minor: Generated<bigint>;
  comment: string | null;
  /** Its comment as a keyed hash. */
  request: Json<Record<string, unknown>>;
  created_at: Date;
  updated_at: Date;
}

export interface RefundAttemptTable {
  id: string;
  refund_id: string;
  payin_id: string;
  /** The attempt that the payin was paid by. */
  payin_attempt_id: string;
  terminal_id: string;
  outcome: RefundOutcome | null;
  provider_reference: string | null;
  next_ask_at: Date | null;
  /** Steps of the schedule that were answered. */
  asked: Generated<number>;
  /** Nobody inquires before this: a status inquiry is under way, or was answered a moment ago. */
  leased_until: Date | null;
  /** Status inquiries in a row that got no answer. */
  unanswered: Generated<number>;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer said that it had made a refund which had failed. */
  refunded_after_end_at: Date | null;
}

export interface RefundTables {
  refunds: RefundTable;
  refund_attempts: RefundAttemptTable;
}

export type RefundRow = Selectable<RefundTable>;
export type NewRefund = Insertable<RefundTable>;
