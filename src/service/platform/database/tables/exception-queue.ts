import type { ColumnType } from 'kysely';

/** Recurring work that processes rows; each has its own quarantined rows. */
export type SweepName =
  | 'expire-payins'
  | 'reconcile-attempts'
  | 'reconcile-payouts'
  | 'reconcile-refunds'
  | 'release-retentions';

/** A row that a sweep could not handle, and until when it is skipped. */
export interface QuarantinedTable {
  work: SweepName;
  row_id: string;
  failures: number;
  retry_at: Date;
  /** Class and code of the last error, never its message: that may repeat a customer's data. */
  error: string;
  first_failed_at: Date;
  last_failed_at: Date;
}

export type AttentionKind =
  | 'payin_approved_after_end'
  | 'payout_paid_after_end'
  | 'payout_returned'
  | 'refund_made_after_end'
  | 'refund_returned'
  | 'provider_contradicts'
  | 'row_quarantined'
  | 'acquirer_notice'
  | 'dispute_of_nothing'
  | 'dispute_unmatched'
  | 'dispute_exceeds_payment'
  | 'received_less'
  | 'received_more'
  | 'received_late'
  | 'database_cannot_write'
  | 'clock_differs'
  | 'row_not_verified';

/** An entry of the exception queue, which a person must handle. */
export interface AttentionTable {
  id: string;
  kind: AttentionKind;
  /** Null if it is about no order: a payment that is not ours, or the database. */
  order_id: string | null;
  attempt_id: string | null;
  detail: string;
  created_at: Date;
  resolved_at: Date | null;
}

/** A notice from an acquirer about a payment, other than its outcome; one row for each event. */
export interface AcquirerNoticeTable {
  id: string;
  order_id: string;
  attempt_id: string;
  terminal_id: string;
  /** The same each time the acquirer sends the event. */
  event_id: string;
  /** In the acquirer's own words. */
  event: string;
  detail: string | null;
  at: Date;
}

/** A verified notification that contradicted what is known; one row for each terminal, event and reference. */
export interface ContradictoryNotificationTable {
  id: string;
  terminal_id: string;
  attempt_id: string;
  kind: 'card' | 'transfer' | 'payout' | 'refund';
  /** In the acquirer's own words. */
  event: string;
  reference: string;
  /** What it reports; null if the acquirer is always asked instead. */
  reported: ColumnType<StoredReport | null, string | null, string | null>;
  received_at: Date;
  /** When the adapter took it after all. */
  taken_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A notification's report as JSON. */
export interface StoredReport {
  event: string;
  success: boolean;
  approves: boolean;
  reference: string;
  ownReference?: string;
  amountMinor: string;
  currency: string;
  reason: string | null;
}

export interface ExceptionQueueTables {
  contradictory_notifications: ContradictoryNotificationTable;
  quarantined_rows: QuarantinedTable;
  attention: AttentionTable;
  acquirer_notices: AcquirerNoticeTable;
}
