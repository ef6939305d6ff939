import type { DisputedMoney, DisputeStatus, DisputeStep } from '#domain/dispute/status.ts';
import type { Currency } from '#domain/money.ts';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface DisputeTable {
  id: string;
  merchant_id: string;
  payin_id: string;
  /** The attempt that paid the payin. */
  payin_attempt_id: string;
  terminal_id: string;
  gate_id: string;
  /** The acquirer's reference of the dispute. */
  reference: string;
  status: DisputeStatus;
  /** The furthest step reported so far. */
  step: DisputeStep;
  /** Where the ledger has the amount and the fee. */
  money: DisputedMoney;
  /** The payin's currency. */
  currency: Currency;
  /** What the ledger takes for it: at most what the payin leaves, and what an operator charged. */
  amount_minor: bigint;
  payment_method_currency: Currency;
  /** The same in the currency of the payment method. */
  disputed_minor: bigint;
  /** What is disputed beyond that, in the payin's currency. The merchant is not debited for it. */
  unreserved_minor: Generated<bigint>;
  /** The fee that the merchant pays for the dispute. */
  fee_minor: bigint;
  reason_code: string | null;
  /** Only while an answer is awaited. */
  answer_by: Date | null;
  /** The deadline of which the merchant got a webhook when it was near. */
  announced_answer_by: Generated<Date | null>;
  /** The groups of those webhooks. */
  announcement_ids: Generated<string[]>;
  charged_back_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A notice about a dispute from the acquirer or an operator; one row for each event. */
export interface DisputeNoticeTable {
  id: string;
  dispute_id: string;
  /** The same each time the acquirer sends the event. */
  event_id: string;
  /** In the acquirer's own words. */
  event: string;
  step: DisputeStep;
  /** When it happened, according to the acquirer; if the acquirer does not report it, when it was received. */
  said_at: Date;
  /** Whether the acquirer does not sign that time: then it decides nothing. */
  date_unsigned: Generated<boolean>;
  disputed_minor: bigint | null;
  reason_code: string | null;
  answer_by: Date | null;
  /** What an operator charged of the unreserved amount, in the payin's currency. */
  charged_minor: bigint | null;
  detail: string | null;
  /** The operator who recorded it; null if the acquirer reported it. */
  actor: string | null;
  received_at: Date;
  /** Numbers the notices in the order in which they were received. */
  number: GeneratedAlways<bigint>;
}

export interface DisputeTables {
  disputes: DisputeTable;
  dispute_notices: DisputeNoticeTable;
}

export type DisputeRow = Selectable<DisputeTable>;
export type DisputeNoticeRow = Selectable<DisputeNoticeTable>;
