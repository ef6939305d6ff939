import type { DeclineReason } from '#domain/card/decline-reason.ts';
import type { Currency } from '#domain/money.ts';
import type { Kysely } from 'kysely';

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

export interface PayerPayoutTable {
  attempt_id: string;
  outcome: 'paid' | 'refused' | 'never_seen';
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
  'sandbox.payouts': PayerPayoutTable;
  /** One row, to lock while the sandbox's merchants are made. */
  'sandbox.seeding': { id: number };
}

export type SandboxDb = Kysely<SandboxTables>;
