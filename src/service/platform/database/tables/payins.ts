import type { AuthenticationFlow } from '#domain/card/authentication.ts';
import type { CardBrand } from '#domain/card/number.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { AttemptLimit, RefusedBy } from '#domain/order/attempt-limits.ts';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type { PayinCause, PayoutCause, RefundCause } from '#domain/order/transition.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
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
  /** The part of `payment_method_data` that nobody may read in the database: JSON. */
  payer_sealed: Uint8Array | null;
  customer: Json<Customer>;
  card_number_masked: string | null;
  card_brand: CardBrand | null;
  challenge_url: string | null;
  callback_url: string | null;
  return_urls: Json<ReturnUrls>;
  /** A keyed hash over the order's addresses; null if it has none. */
  addresses_mac: Generated<Uint8Array | null>;
  rrn: string | null;
  comment: string | null;
  /** The latest comment of an operator. */
  comment_internal: string | null;
  /** The create request; after erasure, with keyed hashes instead of its texts (`orders/duplicate.ts`). */
  request: Json<Record<string, unknown>>;
  erasure: Generated<Erasure>;
  max_attempts: number;
  /** Grows with each attempt. A statement that has read the order without a lock compares it, to detect a change. */
  attempts_made: Generated<number>;
  /** Grows with each refund and dispute: a refund is created only if it is as it was read. See `lockRefundable`. */
  refundable_version: Generated<bigint>;
  /** Whether it has a dispute, whatever came of it. */
  disputed: Generated<boolean>;
  /** Terminal and route of the latest attempt. */
  terminal_id: string | null;
  route_id: string | null;
  /** The limit that refused what was submitted last, or the order itself; null if an acquirer got it. */
  refused_by: Generated<RefusedBy | null>;
  /** The IP address that the refused submission came from, if it is known. */
  payer_address: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export interface PayinAttemptTable {
  id: string;
  payin_id: string;
  terminal_id: string;
  route_id: string;
  /** The fingerprint of the card or, without a card, of the payer's telephone or taxpayer number, if known. */
  card_fingerprint: Uint8Array | null;
  outcome: AttemptOutcome | null;
  /** Whether another attempt followed in the same submission, at the next route. */
  superseded: Generated<boolean>;
  /** The decline reason, as the adapter mapped it. */
  decline_reason: DeclineReason | null;
  /** The advice of the scheme or the issuer with the decline. */
  decline_advice: DeclineAdvice | null;
  /** In the scheme's own words: `Mastercard 03`. */
  scheme_code: string | null;
  /** The flow of 3-D Secure, as the acquirer reports it. */
  authentication: AuthenticationFlow | null;
  eci: string | null;
  /** The reference that its adapter saved last. */
  provider_reference: string | null;
  next_inquiry_at: Date | null;
  /** Answered steps of the inquiry schedule. */
  inquiry_step: Generated<number>;
  /** No status inquiry starts before this: one is under way, or was answered a moment ago. */
  leased_until: Date | null;
  /** Consecutive status inquiries without an answer. */
  unanswered: Generated<number>;
  /** When the acquirer first said that the shopper has a challenge to pass. */
  challenged_at: Date | null;
  /** When the payer gave up the payment for another code or number. */
  given_up_at: Date | null;
  /** What the payer says was sent and has not arrived, in the currency of the payment method. */
  sent_minor: bigint | null;
  /** The hash of the signed request that made the attempt. */
  request_hash: Uint8Array | null;
  /** Instructions for the payer, if the payin is not paid by card. */
  instructions: Json<Instructions> | null;
  /** For an open attempt, the keys by which its card is counted in `failed_cards` if it is declined. */
  failure_keys: Uint8Array[] | null;
  /** Limits in a dry run that the attempt exceeded; null if there are none. */
  over_limits: AttemptLimit[] | null;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer reported an approval of the attempt, although it had ended otherwise. */
  approved_after_end_at: Date | null;
}

/** Money that arrived for an attempt, in the currency of the payment method. */
export interface PayinReceiptTable {
  id: string;
  attempt_id: string;
  payin_id: string;
  /** The acquirer's reference of this receipt. */
  reference: string;
  amount_minor: bigint;
  /** The part that is in the exception queue, because the order was not credited with it. */
  queued_minor: Generated<bigint>;
  received_at: Date;
}

/** Declined cards, by what their payers have in common; the different cards of each key are counted. */
export interface FailedCardTable {
  merchant_id: string;
  /** A keyed hash of an address, of a card's first digits, or of an e-mail. */
  key: Uint8Array;
  card_fingerprint: Uint8Array;
  /** When the card was declined last. */
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

/** The hash of signed card data that was refused and so ended an order without an attempt. */
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
  /** The number of attempts, by the prefix of the fingerprint of their card. */
  card_slots: { slot: number; attempts: Generated<bigint> };
  /** The transitions of payins, payouts and refunds. */
  order_transitions: OrderTransitionTable;
}

/** A payin as use cases read it: they do not depend on whether its customer data was erased. */
export type PayinRow = Omit<
  Selectable<PayinTable>,
  'erasure' | 'refundable_version' | 'disputed' | 'payer_address'
>;
export type NewPayin = Insertable<PayinTable>;
