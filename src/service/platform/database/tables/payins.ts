import type { AuthenticationFlow } from '#domain/card/authentication.ts';
import type { CardBrand } from '#domain/card/number.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { AttemptLimit } from '#domain/order/attempt-limits.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type { PayinCause } from '#domain/order/payin-status.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { PayoutCause } from '#domain/order/payout-status.ts';
import type { RefundCause } from '#domain/order/refund-status.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { ReturnUrls } from '#domain/order/return-url.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Customer, Erasure, Json } from '../columns.ts';

export interface PayinTable {
  id: string;
  group_id: string;
  seq_id: Generated<bigint>;
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
  payment_method_currency: Currency;
  payment_method_amount_minor: bigint;
  conversion_rate: string;
  fee_percent: string;
  fee_fixed_minor: bigint;
  fee_min_minor: bigint | null;
  fee_max_minor: bigint | null;
  fee_total_minor: bigint;
  total_minor: bigint;
  hold_minor: bigint;
  settlement_period_days: number;
  rolling_percent: string;
  rolling_minor: bigint;
  payment_method_data: Json<Record<string, string>> | null;
  /** Of `payment_method_data`, what nobody may read in the database: JSON. */
  payer_sealed: Uint8Array | null;
  customer: Json<Customer>;
  card_number_masked: string | null;
  card_brand: CardBrand | null;
  challenge_url: string | null;
  callback_url: string | null;
  return_urls: Json<ReturnUrls>;
  rrn: string | null;
  comment: string | null;
  /** The operator's latest. */
  comment_internal: string | null;
  /** Erased, it holds keyed hashes of what it said (`orders/duplicate.ts`). */
  request: Json<Record<string, unknown>>;
  erasure: Generated<Erasure>;
  max_attempts: number;
  /** Grows with each attempt: what checked the order without locking it compares it. */
  attempts_made: Generated<number>;
  /** Of the latest attempt. */
  terminal_id: string | null;
  route_id: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export interface PayinAttemptTable {
  id: string;
  payin_id: string;
  terminal_id: string;
  route_id: string;
  /** Of the card; otherwise of the payer's telephone or taxpayer number, where there is one. */
  card_fingerprint: Uint8Array | null;
  outcome: AttemptOutcome | null;
  /** Another attempt followed it in the same submission, at the next route. */
  superseded: Generated<boolean>;
  /** Of a decline, as the adapter understood it. */
  decline_reason: DeclineReason | null;
  /** What the scheme or the issuer advised beside it. */
  decline_advice: DeclineAdvice | null;
  /** In the scheme's own words: `Mastercard 03`. */
  scheme_code: string | null;
  /** By 3-D Secure, as the acquirer says it. */
  authentication: AuthenticationFlow | null;
  eci: string | null;
  /** What its adapter remembered of it last. */
  provider_reference: string | null;
  next_ask_at: Date | null;
  /** Steps of the schedule that were answered. */
  asked: Generated<number>;
  /** Nobody asks before this: a status inquiry is under way, or was answered a moment ago. */
  leased_until: Date | null;
  /** Status queries in a row that got no answer. */
  unanswered: Generated<number>;
  /** When the provider first said that the shopper has a challenge to pass. */
  challenged_at: Date | null;
  /** The signed request that made the attempt. */
  request_hash: Uint8Array | null;
  /** How the payer sends the money, where it is not paid by card. */
  instructions: Json<Instructions> | null;
  /** Of an open attempt: what its card is counted by in `failed_cards`, should it be declined. */
  failure_keys: Uint8Array[] | null;
  /** Limits in a dry run that it was over; null where there is none. */
  over_limits: AttemptLimit[] | null;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer said that it had approved an attempt which had ended otherwise. */
  approved_after_end_at: Date | null;
}

/** Money that arrived for an attempt, in the currency that is paid in. */
export interface PayinReceiptTable {
  id: string;
  attempt_id: string;
  payin_id: string;
  /** The acquirer's, of this one arrival. */
  reference: string;
  amount_minor: bigint;
  /** What of it is in the exception queue: the order was not credited for it. */
  queued_minor: Generated<bigint>;
  received_at: Date;
}

/** Cards that were declined, by what their payers have in common: different ones are counted. */
export interface FailedCardTable {
  merchant_id: string;
  /** A keyed hash of an address, of a card's first digits, or of an e-mail. */
  key: Uint8Array;
  card_fingerprint: Uint8Array;
  /** The latest time. */
  failed_at: Date;
}

export interface OrderTransitionTable {
  order_id: string;
  number: Generated<bigint>;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  cause: PayinCause | PayoutCause | RefundCause;
  at: Date;
}

/** The signed card data that ended an order by a refusal, and so made no attempt. */
interface RefusedCardRequestTable {
  payin_id: string;
  request_hash: Uint8Array;
}

export interface PayinTables {
  payins: PayinTable;
  payin_attempts: PayinAttemptTable;
  payin_receipts: PayinReceiptTable;
  failed_cards: FailedCardTable;
  refused_card_requests: RefusedCardRequestTable;
  /** Attempts by what their card's fingerprint begins with. */
  card_slots: { slot: number; attempts: Generated<bigint> };
  /** Of payins, payouts and refunds. */
  order_transitions: OrderTransitionTable;
}

/** Which use cases read; whether its customer was erased is no matter of theirs. */
export type PayinRow = Omit<Selectable<PayinTable>, 'erasure'>;
export type NewPayin = Insertable<PayinTable>;
