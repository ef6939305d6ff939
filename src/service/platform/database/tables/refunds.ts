import type { RefundOutcome } from '#domain/order/attempt.ts';
import type { RefundStatus } from '#domain/order/status.ts';
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
  /** The payin's currency. */
  currency: Currency;
  amount_minor: bigint;
  payment_method_currency: Currency;
  /** What the payer gets, in the currency of the payment method. */
  paid_back_minor: bigint;
  /** The payin's fee that it returns a share of, which may have been corrected since; null if its method kept the fee. */
  payin_fee_minor: bigint | null;
  /** The part of the payin's fee that the merchant gets back. */
  fee_returned_minor: bigint;
  fixed_fee_minor: bigint;
  /** What the gate pays: the amount, less the returned fee, plus the fixed fee. */
  cost_minor: bigint;
  /** The balances from which the cost was taken; all zero if nothing was taken. */
  from_available_minor: Generated<bigint>;
  from_hold_minor: Generated<bigint>;
  from_rolling_minor: Generated<bigint>;
  /** Whether the acquirer made it although it is FAILED, and the money did not come back: then it counts as refunded. */
  made_after_end: Generated<boolean>;
  /** When an operator debited its cost, because the acquirer had made it after its end. */
  taken_at: Date | null;
  comment: string | null;
  /** The create request, with its comment as a keyed hash. */
  request: Json<Record<string, unknown>>;
  created_at: Date;
  updated_at: Date;
}

export interface RefundAttemptTable {
  id: string;
  refund_id: string;
  payin_id: string;
  /** The attempt that paid the payin. */
  payin_attempt_id: string;
  terminal_id: string;
  outcome: RefundOutcome | null;
  provider_reference: string | null;
  next_inquiry_at: Date | null;
  /** Answered steps of the inquiry schedule. */
  inquiry_step: Generated<number>;
  /** No status inquiry starts before this: one is under way, or was answered a moment ago. */
  leased_until: Date | null;
  /** Consecutive status inquiries without an answer. */
  unanswered: Generated<number>;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer reported that it had made the refund, although the attempt had failed. */
  refunded_after_end_at: Date | null;
  /** When the acquirer reported that the money of a refund that failed here had come back to it. */
  returned_at: Date | null;
}

export interface RefundTables {
  refunds: RefundTable;
  refund_attempts: RefundAttemptTable;
}

export type RefundRow = Selectable<RefundTable>;
export type NewRefund = Insertable<RefundTable>;
