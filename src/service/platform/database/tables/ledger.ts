import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/** The balances of a gate in one currency; only a posted movement changes them. */
export interface GateAccountTable {
  gate_id: string;
  currency: Currency;
  /** Negative if disputes took more than was available. */
  available_minor: Generated<bigint>;
  hold_minor: Generated<bigint>;
  rolling_minor: Generated<bigint>;
  payout_reserve_minor: Generated<bigint>;
  refund_reserve_minor: Generated<bigint>;
  dispute_reserve_minor: Generated<bigint>;
  /** How many corrections of fees were posted to it. */
  fee_corrections: Generated<bigint>;
}

export interface WalletTable {
  merchant_id: string;
  currency: Currency;
  balance_minor: Generated<bigint>;
}

export interface LedgerMovementTable {
  id: GeneratedAlways<bigint>;
  kind: Movement['kind'];
  order_id: string | null;
  at: Date;
}

export interface LedgerEntryTable {
  movement_id: bigint;
  line: number;
  account: Account['kind'];
  owner_id: string | null;
  currency: Currency;
  amount_minor: bigint;
}

export interface RetentionTable {
  payin_id: string;
  bucket: 'hold' | 'rolling';
  gate_id: string;
  currency: Currency;
  /** The amount to release, or released. */
  amount_minor: bigint;
  /** The amount that refunds took; it is no longer part of `amount_minor`. */
  refunded_minor: Generated<bigint>;
  due_at: Date;
  released_at: Date | null;
}

export interface AdjustmentTable {
  id: string;
  gate_id: string;
  currency: Currency;
  /** Positive credits the merchant. */
  amount_minor: bigint;
  reason: string;
  /** Where to look it up: a ticket, a contract, an acquirer's statement. */
  evidence: string;
  /** The method whose fees it corrects, and that of orders created in which time; null for other adjustments. */
  method_id: string | null;
  fee_from: Date | null;
  fee_before: Date | null;
  fee_percent: string | null;
  /** Null for each order's own. */
  fee_fixed_minor: bigint | null;
  status: 'waiting' | 'posted' | 'rejected';
  /** As the audit names them. */
  requested_by: string;
  /** Null for a token and the operator key. */
  requested_by_person: string | null;
  requested_at: Date;
  /** Null if it was small enough to need nobody else. */
  decided_by: string | null;
  decided_at: Date | null;
  /** Whether it may take the available balance below zero. */
  allows_negative: Generated<boolean>;
}

export interface LedgerTables {
  adjustments: AdjustmentTable;
  gate_accounts: GateAccountTable;
  wallets: WalletTable;
  ledger_movements: LedgerMovementTable;
  ledger_entries: LedgerEntryTable;
  retentions: RetentionTable;
}
