import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { Resolution, ResolutionCode } from '#domain/order/resolution.ts';
import type { ReturnUrls } from '#domain/order/return-url.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type { Customer, Json } from './columns.ts';
import type { AskTables } from './schema-asks.ts';
import type { LedgerTables } from './schema-ledger.ts';
import type { PayoutTables } from './schema-payouts.ts';

/**
 * The tables as Kysely sees them; `migrations/` makes them. int8 is bigint, numeric is decimal text,
 * `…_minor` are hundredths of the currency beside them.
 */

/** The shape of a webhook's orders: as GET by reference answers them, or the specification's samples. */
export type WebhookPayload = 'retrieval' | 'extended';

export interface MerchantTable {
  id: string;
  name: string;
  logo_url: string | null;
  accent: string | null;
  support_url: string | null;
  payin_webhook_url: string | null;
  payout_webhook_url: string | null;
  webhook_secret_sealed: Uint8Array;
  webhook_payload: Generated<WebhookPayload>;
  /** Set while a rotation overlaps: the secret that is on its way out, and until when it signs. */
  webhook_secret_old_sealed: Uint8Array | null;
  webhook_secret_old_until: Date | null;
  webhook_signature_switches_at: Date | null;
  config_version: Generated<bigint>;
  created_at: Date;
}

export interface ApiKeyTable {
  id: string;
  merchant_id: string | null;
  scope: 'merchant' | 'page';
  secret_sealed: Uint8Array;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface GateTable {
  id: string;
  merchant_id: string;
  name: string;
  active: Generated<boolean>;
  frozen: Generated<boolean>;
}

export type OrderDirection = 'payin' | 'payout';

export interface GateMethodTable {
  id: string;
  gate_id: string;
  direction: OrderDirection;
  payment_source: PaymentSource;
  currency: Currency;
  payment_method_currency: Currency;
  conversion_rate: string | null;
  fee_percent: Generated<string>;
  fee_fixed_minor: Generated<bigint>;
  fee_min_minor: bigint | null;
  fee_max_minor: bigint | null;
  amount_min_minor: bigint;
  amount_max_minor: bigint;
  settlement_period_days: Generated<number>;
  rolling_percent: Generated<string>;
  max_attempts: Generated<number>;
  waiting_seconds: number;
  max_part_amount_minor: bigint | null;
  active: Generated<boolean>;
}

export interface RouteTable {
  id: string;
  method_id: string;
  adapter: string;
  priority: number;
  up: Generated<boolean>;
}

export interface BlockedValueTable {
  merchant_id: string;
  kind: 'email' | 'phone' | 'destination' | 'card';
  fingerprint: Uint8Array;
}

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
  customer: Json<Customer>;
  card_number_masked: string | null;
  card_brand: string | null;
  challenge_url: string | null;
  callback_url: string | null;
  return_urls: Json<ReturnUrls>;
  rrn: string | null;
  comment: string | null;
  request: Json<Record<string, unknown>>;
  max_attempts: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export type AttemptOutcome =
  'approved' | 'soft_decline' | 'hard_decline' | 'never_seen' | 'abandoned';

export interface PayinAttemptTable {
  id: string;
  payin_id: string;
  adapter: string;
  card_fingerprint: Uint8Array;
  outcome: AttemptOutcome | null;
  provider_reference: string | null;
  next_ask_at: Date | null;
  /** Steps of the schedule that were answered. */
  asked: Generated<number>;
  /** Nobody asks before this: an ask is under way, or came back a moment ago. */
  leased_until: Date | null;
  /** Asks in a row that got no answer. */
  unanswered: Generated<number>;
  /** When the provider first said that the shopper has a challenge to pass. */
  challenged_at: Date | null;
  /** The signed request that made the attempt. */
  request_hash: Uint8Array | null;
  created_at: Date;
  settled_at: Date | null;
}

export interface OrderTransitionTable {
  order_id: string;
  number: Generated<bigint>;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  cause: string;
  at: Date;
}

export type AcquirerOutcome =
  'approved' | 'soft_decline' | 'hard_decline' | 'challenge' | 'abandoned' | 'never_seen';

export interface AcquirerPaymentTable {
  attempt_id: string;
  outcome: AcquirerOutcome;
  message: string | null;
  rrn: string | null;
  decided_from: Date;
  created_at: Date;
  order_id: string | null;
  amount_minor: bigint | null;
  currency: Currency | null;
  card_number_masked: string | null;
}

export type WebhookState = 'pending' | 'delivered' | 'failed' | 'no_destination';

export interface WebhookEventTable {
  id: string;
  merchant_id: string;
  direction: OrderDirection;
  group_id: string;
  order_ids: string[];
  destination_source: 'order' | 'merchant' | 'none';
  destination_url: string | null;
  /** The authority of the address: host, and port where it is not the usual one. */
  destination_host: GeneratedAlways<string | null>;
  /** The exact text whose UTF-8 bytes are sent and signed. */
  body: string;
  state: WebhookState;
  /** Attempts made of those that the schedule allows. */
  tries: Generated<number>;
  /** While leased: when the lease ends. */
  next_attempt_at: Date | null;
  lease_id: string | null;
  leased_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface WebhookAttemptTable {
  event_id: string;
  number: GeneratedAlways<bigint>;
  started_at: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer_head: string | null;
}

/** One row: a known text, sealed under the master key that this database belongs to. */
export interface KeyringCheckTable {
  id: number;
  sealed: Uint8Array;
}

export interface Tables extends LedgerTables, PayoutTables, AskTables {
  merchants: MerchantTable;
  api_keys: ApiKeyTable;
  gates: GateTable;
  gate_methods: GateMethodTable;
  routes: RouteTable;
  blocked_values: BlockedValueTable;
  payins: PayinTable;
  payin_attempts: PayinAttemptTable;
  order_transitions: OrderTransitionTable;
  webhook_events: WebhookEventTable;
  webhook_attempts: WebhookAttemptTable;
  keyring_check: KeyringCheckTable;
  'sandbox_acquirer.payments': AcquirerPaymentTable;
}

export type PayinRow = Selectable<PayinTable>;
export type NewPayin = Insertable<PayinTable>;
export type NewGateMethod = Insertable<GateMethodTable>;
