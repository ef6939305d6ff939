import type { DisputedMoney, DisputeStatus, DisputeStep } from '#domain/order/dispute-status.ts';
import type { Currency } from '#domain/money.ts';
import type { GeneratedAlways, Selectable } from 'kysely';

export interface DisputeTable {
  id: string;
  merchant_id: string;
  payin_id: string;
  /** The attempt that the payin was paid by. */
  payin_attempt_id: string;
  terminal_id: string;
  gate_id: string;
  /** The acquirer's name of the dispute. */
  reference: string;
  status: DisputeStatus;
  /** The furthest one that was said. */
  step: DisputeStep;
  /** Where the ledger has the amount and the fee. */
  money: DisputedMoney;
  /** The payin's. */
  currency: Currency;
  amount_minor: bigint;
  payment_method_currency: Currency;
  /** What the payer disputes, in the currency of the payment method. */
  disputed_minor: bigint;
  /** What the dispute costs the merchant by itself. */
  fee_minor: bigint;
  reason_code: string | null;
  /** Only while an answer is awaited. */
  answer_by: Date | null;
  charged_back_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** What an acquirer, or an operator, said of a dispute: once for each event. */
export interface DisputeNoticeTable {
  id: string;
  dispute_id: string;
  /** The same each time that the acquirer sends the event. */
  event_id: string;
  /** In the acquirer's own words. */
  event: string;
  step: DisputeStep;
  /** When it was, as the acquirer says; where it does not, when it was received. */
  said_at: Date;
  disputed_minor: bigint | null;
  reason_code: string | null;
  answer_by: Date | null;
  detail: string | null;
  /** The operator who recorded it; null where the acquirer said it. */
  actor: string | null;
  received_at: Date;
  /** In the sequence in which they were received. */
  number: GeneratedAlways<bigint>;
}

export interface DisputeTables {
  disputes: DisputeTable;
  dispute_notices: DisputeNoticeTable;
}

export type DisputeRow = Selectable<DisputeTable>;
export type DisputeNoticeRow = Selectable<DisputeNoticeTable>;
