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

export interface LedgerTables {
  gate_accounts: GateAccountTable;
  wallets: WalletTable;
  ledger_movements: LedgerMovementTable;
  ledger_entries: LedgerEntryTable;
  retentions: RetentionTable;
}
