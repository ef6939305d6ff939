import type { OrderDirection } from '#domain/order/direction.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Erasure } from '../columns.ts';

/** What a webhook is about. */
export type WebhookDirection = OrderDirection | 'refund' | 'dispute';

export type WebhookState = 'pending' | 'delivered' | 'failed' | 'no_destination';

export interface WebhookEventTable {
  id: string;
  merchant_id: string;
  direction: WebhookDirection;
  /** The group of the orders; for a refund, the id of the refund. */
  group_id: string;
  /** For a refund, the id of the payin. */
  order_ids: string[];
  destination_source: 'order' | 'merchant' | 'none';
  destination_url: string | null;
  /** The authority of the URL: the host, and the port if it is not the default. */
  destination_host: GeneratedAlways<string | null>;
  /** A keyed hash over the destination and its order (`webhooks/record.ts`). */
  destination_mac: Generated<Uint8Array | null>;
  /** The exact text whose UTF-8 bytes are sent and signed; empty after erasure. */
  body: string;
  erasure: Generated<Erasure>;
  /** The trace in which it was recorded. */
  traceparent: Generated<string | null>;
  state: WebhookState;
  /** How many attempts of the schedule were made. */
  tries: Generated<number>;
  /** When the next attempt is due; while leased, when the lease ends. */
  next_attempt_at: Date | null;
  lease_id: string | null;
  leased_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface WebhookAttemptTable {
  event_id: string;
  number: GeneratedAlways<bigint>;
  started_at: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer_head: string | null;
}

export interface WebhookTables {
  webhook_events: WebhookEventTable;
  webhook_attempts: WebhookAttemptTable;
}
