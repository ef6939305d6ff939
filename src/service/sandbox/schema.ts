import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, Kysely } from 'kysely';
import type { TransferSource } from '../providers/port.ts';

/** What the sandbox's acquirer and payer keep of their own; `migrations/` makes it. */

export type AcquirerOutcome =
  | 'approved'
  | 'soft_decline'
  | 'hard_decline'
  | 'challenge'
  | 'abandoned'
  | 'never_seen';

/** A card payment. The last four members are null where the attempt id was taken before it came. */
export interface AcquirerPaymentTable {
  attempt_id: string;
  outcome: AcquirerOutcome;
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

/** A payment that is not by card. From `order_id` on, members are null where the id was taken before it came. */
export interface TransferTable {
  attempt_id: string;
  state: 'waiting' | 'approved' | 'soft_decline' | 'hard_decline' | 'abandoned' | 'never_seen';
  message: string | null;
  reason: DeclineReason | null;
  /** Until then it waits. */
  decided_from: Date;
  created_at: Date;
  order_id: string | null;
  source: TransferSource | null;
  amount_minor: bigint | null;
  currency: Currency | null;
  /** Whether the payer sends the money once the payment was given up. */
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
  /** Whether the service knows that it has arrived. */
  told: Generated<boolean>;
}

/** A payout or a refund: money that the acquirer sends. */
export interface MoneyOutTable<Sent extends 'paid' | 'refunded'> {
  attempt_id: string;
  outcome: Sent | 'refused' | 'never_seen';
  decided_from: Date;
  created_at: Date;
}

/** A merchant whose clock was moved. */
export interface ClockTable {
  merchant_id: string;
  ahead_ms: bigint;
}

export interface SandboxTables {
  'sandbox.clocks': ClockTable;
  'sandbox.payments': AcquirerPaymentTable;
  'sandbox.payouts': MoneyOutTable<'paid'>;
  'sandbox.transfers': TransferTable;
  'sandbox.receipts': SentMoneyTable;
  'sandbox.refunds': MoneyOutTable<'refunded'>;
  /** One row, to lock while the sandbox's merchants are made. */
  'sandbox.seeding': { id: number };
}

export type SandboxDb = Kysely<SandboxTables>;
