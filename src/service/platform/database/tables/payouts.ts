import type { PayoutOutcome } from '#domain/order/attempt.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Customer, Erasure, Json } from '../columns.ts';

export interface PayoutTable {
  id: string;
  group_id: string;
  /** Numbered from 0; the first part represents the whole request. */
  part: number;
  merchant_id: string;
  reference_id: string;
  gate_id: string;
  method_id: string;
  status: OrderStatus;
  resolution: Resolution | null;
  resolution_code: ResolutionCode | null;
  resolution_message: string | null;
  provider_error_message: string | null;
  payment_source: PaymentSource;
  currency: Currency;
  amount_minor: bigint;
  /** The destination as answers show it: a card number is masked. */
  destination_shown: string;
  /** A keyed hash of the destination's account (`domain/order/account.ts`). */
  destination_fingerprint: Uint8Array;
  fee_percent: string;
  fee_fixed_minor: bigint;
  fee_min_minor: bigint | null;
  fee_max_minor: bigint | null;
  fee_total_minor: bigint;
  total_minor: bigint;
  payment_method_data: Json<Record<string, string>> | null;
  customer: Json<Customer>;
  comment: string | null;
  /** The create request; after erasure, with keyed hashes instead of its texts (`orders/duplicate.ts`). */
  request: Json<Record<string, unknown>>;
  erasure: Generated<Erasure>;
  created_at: Date;
  updated_at: Date;
}

export interface PayoutAttemptTable {
  id: string;
  payout_id: string;
  terminal_id: string;
  route_id: string;
  outcome: PayoutOutcome | null;
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
  /** When the acquirer reported that it had paid the attempt, although it had ended otherwise. */
  paid_after_end_at: Date | null;
}

/** How many card numbers an API key has compared with those of payouts, since the first of its hour. */
export interface CardComparisonTable {
  key_id: string;
  since: Date;
  compared: number;
}

export interface PayoutTables {
  card_comparisons: CardComparisonTable;
  payouts: PayoutTable;
  payout_attempts: PayoutAttemptTable;
}

export type PayoutRow = Omit<Selectable<PayoutTable>, 'erasure'>;
export type NewPayout = Insertable<PayoutTable>;
