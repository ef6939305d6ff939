import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, Kysely } from 'kysely';
import type { TransferSource } from '../acquirers/port.ts';

/** The sandbox's own tables, with what its acquirer and payer know. `migrations/` creates them. */

export type BookedOutcome =
  | 'approved'
  | 'soft_decline'
  | 'hard_decline'
  | 'challenge'
  | 'abandoned'
  | 'never_seen';

/** A card payment. The last four members are null if the attempt id was booked as never seen. */
export interface AcquirerPaymentTable {
  attempt_id: string;
  outcome: BookedOutcome;
  message: string | null;
  reason: DeclineReason | null;
  rrn: string | null;
  decided_from: Date;
  created_at: Date;
  order_id: string | null;
  amount_minor: bigint | null;
  currency: Currency | null;
  card_number_masked: string | null;
}

/**
 * A payment that is not by card. The members from `order_id` to `currency` are null if the attempt id was booked as
 * never seen.
 */
export interface TransferTable {
  attempt_id: string;
  state: 'waiting' | 'approved' | 'soft_decline' | 'hard_decline' | 'abandoned' | 'never_seen';
  message: string | null;
  reason: DeclineReason | null;
  /** Until then, the payment is waiting. */
  decided_from: Date;
  created_at: Date;
  order_id: string | null;
  source: TransferSource | null;
  amount_minor: bigint | null;
  currency: Currency | null;
  /** True if the payer sends the money only after the payment was given up. */
  pays_late: Generated<boolean>;
}

/** Money that a payer sent for a payment. */
export interface SentMoneyTable {
  reference: string;
  attempt_id: string;
  order_id: string;
  amount_minor: bigint;
  sent_at: Date;
  arrives_at: Date;
  /** True if the service was notified that the money arrived. */
  told: Generated<boolean>;
}

/** A payout or a refund: money that the acquirer sends. */
export interface MoneyOutTable<Sent extends 'paid' | 'refunded'> {
  attempt_id: string;
  outcome: Sent | 'refused' | 'never_seen';
  decided_from: Date;
  created_at: Date;
}

export interface SandboxTables {
  'sandbox.payments': AcquirerPaymentTable;
  'sandbox.payouts': MoneyOutTable<'paid'>;
  'sandbox.transfers': TransferTable;
  'sandbox.receipts': SentMoneyTable;
  'sandbox.refunds': MoneyOutTable<'refunded'>;
  /** One row, locked while the sandbox's merchants are created. */
  'sandbox.seeding': { id: number };
}

export type SandboxDb = Kysely<SandboxTables>;
