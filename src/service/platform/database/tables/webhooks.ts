import type { OrderDirection } from '#domain/order/direction.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Erasure } from '../columns.ts';

/** What a webhook tells of. */
export type WebhookDirection = OrderDirection | 'refund';

export type WebhookState = 'pending' | 'delivered' | 'failed' | 'no_destination';

export interface WebhookEventTable {
  id: string;
  merchant_id: string;
  direction: WebhookDirection;
  /** Of the orders; of a refund, its id. */
  group_id: string;
  /** Of a refund, the payin's. */
  order_ids: string[];
  destination_source: 'order' | 'merchant' | 'none';
  destination_url: string | null;
  /** The authority of the address: host, and port where it is not the usual one. */
  destination_host: GeneratedAlways<string | null>;
  /** The exact text whose UTF-8 bytes are sent and signed; empty once it was erased. */
  body: string;
  erasure: Generated<Erasure>;
  /** Of the trace that it was recorded in. */
  traceparent: Generated<string | null>;
  state: WebhookState;
  /** Attempts made of those that the schedule allows. */
  tries: Generated<number>;
  /** While leased: when the lease ends. */
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
