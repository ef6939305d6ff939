import type { Currency } from '#domain/money.ts';
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

/** What became of orders, by the time of their creation. */
export interface ConversionCounterTable {
  span: Span;
  bucket: number;
  direction: OrderDirection;
  merchant_id: string;
  method_id: string;
  /** `NO_TERMINAL` for orders without an attempt. */
  terminal_id: string;
  /** `unknown` if the brand is unknown, empty if no card was used. */
  brand: string;
  currency: Currency;
  /** Empty unless the order has ended without being paid. */
  reason: string;
  created: bigint;
  submitted: bigint;
  challenged: bigint;
  sent: bigint;
  approved: bigint;
  paid: bigint;
  /** Decimal text: sums may exceed a bigint. */
  amount_minor: string;
  paid_minor: string;
  attempts_approved: bigint;
  attempts_declined: bigint;
  first_approved: bigint;
  first_declined: bigint;
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
  conversion_counters: ConversionCounterTable;
  stale_hours: { hour: number };
  timed_work: { name: TimedWork; due_at: Date };
}
