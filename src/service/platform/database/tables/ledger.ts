import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/** A gate's money in one currency; changed by posting a movement, and in no other way. */
export interface GateAccountTable {
  gate_id: string;
  currency: Currency;
  /** Below zero where disputes took more than there was. */
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
  /** What is to be released, or was. */
  amount_minor: bigint;
  /** What refunds took of it, which is not released any more. */
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
