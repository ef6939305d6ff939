import type { OrderDirection } from '#domain/order/direction.ts';

/** The length of a bucket. Buckets are numbered from 1970, in UTC. */
export type Span = 'hour' | 'day';

/** Counters of attempts, by the time of their creation. */
export interface AttemptCounterTable {
  terminal_id: string;
  span: Span;
  bucket: number;
  direction: OrderDirection;
  /** Empty while it is unknown. */
  outcome: string;
  /** The decline reason; empty for any other outcome. */
  reason: string;
  attempts: bigint;
  /** How many of them have a latency. */
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

/** Work that one process does at intervals. */
export type TimedWork =
  | 'count-hours'
  | 'compare-counters'
  | 'check-ledger'
  | 'fold-order-counts'
  | 'log-audit-head'
  | 'log-failing-receivers'
  | 'note-alerts';

export interface CounterTables {
  attempt_counters: AttemptCounterTable;
  stale_attempt_hours: { hour: number };
  timed_work: { name: TimedWork; due_at: Date };
}
