import type { OrderDirection } from '#domain/order/direction.ts';

/** How long a bucket is; it is named by how many of its kind came before it since 1970, in UTC. */
export type Span = 'hour' | 'day';

/** Attempts by when they were made. */
export interface AttemptCounterTable {
  terminal_id: string;
  span: Span;
  bucket: number;
  direction: OrderDirection;
  /** Empty while it is unknown. */
  outcome: string;
  /** Of a decline; empty where there is none. */
  reason: string;
  attempts: bigint;
  /** Those among them whose latency is counted. */
  answered: bigint;
  latency_ms: bigint;
  to_50_ms: bigint;
  to_100_ms: bigint;
  to_200_ms: bigint;
  to_400_ms: bigint;
  to_800_ms: bigint;
  to_1600_ms: bigint;
  to_3200_ms: bigint;
  to_6400_ms: bigint;
  to_12800_ms: bigint;
}

/** Work that is done by one process, so long after it was done last. */
export type TimedWork =
  | 'count-hours'
  | 'compare-counters'
  | 'check-ledger'
  | 'fold-order-counts'
  | 'divide-amounts'
  | 'log-audit-head'
  | 'log-failing-receivers'
  | 'note-alerts';

export interface CounterTables {
  attempt_counters: AttemptCounterTable;
  stale_order_hours: { merchant_id: string; hour: number };
  stale_attempt_hours: { hour: number };
  timed_work: { name: TimedWork; due_at: Date };
}
