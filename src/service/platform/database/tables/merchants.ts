import type { CardBrand } from '#domain/card/number.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import type { OwnLimits } from '#domain/order/attempt-limits.ts';
import type { OwnDisputeLimits } from '#domain/dispute/ratio.ts';
import type { Currency } from '#domain/money.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { ColumnType, Generated, Insertable } from 'kysely';
import type { Json } from '../columns.ts';

export interface MerchantTable {
  id: string;
  name: string;
  logo_url: string | null;
  accent: string | null;
  support_url: string | null;
  /** Who runs the shop, as in its imprint, and the texts that a shopper may want to read. */
  operator_name: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  payin_webhook_url: string | null;
  payout_webhook_url: string | null;
  refund_webhook_url: string | null;
  /** Where there is none, disputes go to the address for refunds. */
  dispute_webhook_url: string | null;
  webhook_secret_sealed: Uint8Array;
  webhook_payload: Generated<WebhookPayload>;
  /** Set while a rotation overlaps: the old secret, and until when it signs. */
  webhook_secret_old_sealed: Uint8Array | null;
  webhook_secret_old_until: Date | null;
  webhook_signature_switches_at: Date | null;
  /** Only what differs from the defaults. */
  attempt_limits: ColumnType<OwnLimits, string | undefined, string>;
  dispute_limits: ColumnType<OwnDisputeLimits, string | undefined, string>;
  config_version: Generated<bigint>;
  created_at: Date;
  /** Over the webhook addresses. */
  row_mac: Generated<Uint8Array | null>;
  audit_number: Generated<bigint | null>;
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
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is; null if no operator did. */
  audit_number: Generated<bigint | null>;
}

export interface GateTable {
  id: string;
  merchant_id: string;
  /** Unique within the merchant. */
  name: string;
  active: Generated<boolean>;
  frozen: Generated<boolean>;
}

export interface GateMethodTable {
  id: string;
  gate_id: string;
  /** Unique within the gate. */
  name: string;
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
  /** Whether a payin's fee goes back to the merchant with its refunds. */
  refund_fee: Generated<'kept' | 'returned'>;
  /** What each refund costs the merchant. */
  refund_fixed_fee_minor: Generated<bigint>;
  /** What each dispute costs the merchant, unless it is won. */
  dispute_fee_minor: Generated<bigint>;
  active: Generated<boolean>;
  /** By how much a payment may fall short of the amount and still be sufficient, in `payment_method_currency`. */
  tolerance_minor: Generated<bigint>;
  /** The same in percent of the amount. The larger of both counts. */
  tolerance_percent: Generated<string>;
  /** Whether the payer has to give a taxpayer number (PIX). */
  asks_cpf: Generated<boolean>;
  /** The banks that the payer chooses from (P2P). */
  banks: ColumnType<Bank[], string | undefined, string>;
}

export interface Bank {
  id: string;
  name: string;
}

/** One account of ours at one acquirer. */
export interface TerminalTable {
  id: string;
  name: string;
  adapter: string;
  settings: Json<object>;
  /** Sealed JSON. */
  credentials_sealed: Uint8Array;
  /** The only merchant that uses it; null if the routes of all merchants may lead to it. */
  merchant_id: string | null;
  up: Generated<boolean>;
  version: Generated<bigint>;
  created_at: Date;
  /** When its acquirer last sent a verified notification, to the hour. */
  notified_at: Generated<Date | null>;
  row_mac: Generated<Uint8Array | null>;
  audit_number: Generated<bigint | null>;
}

/** A route; a condition that is null matches everything. */
export interface RouteTable {
  id: string;
  method_id: string;
  terminal_id: string;
  /** The lowest is tried first. */
  priority: number;
  /** The route's share of the payments among routes of the same priority. */
  weight: Generated<number>;
  brands: CardBrand[] | null;
  /** Prefixes of card numbers, of 1 to 8 digits. */
  bin_prefixes: string[] | null;
  /** The range of the order's amount, in the method's currency. */
  amount_min_minor: bigint | null;
  amount_max_minor: bigint | null;
  /** The payer's countries, as two letters. */
  countries: string[] | null;
  up: Generated<boolean>;
}

export interface BlockedValueTable {
  merchant_id: string;
  kind: 'email' | 'phone' | 'destination' | 'card';
  fingerprint: Uint8Array;
}

export interface MerchantTables {
  merchants: MerchantTable;
  api_keys: ApiKeyTable;
  gates: GateTable;
  gate_methods: GateMethodTable;
  terminals: TerminalTable;
  routes: RouteTable;
  blocked_values: BlockedValueTable;
}

export type NewGateMethod = Insertable<GateMethodTable>;
