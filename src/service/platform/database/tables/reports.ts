import type { Generated } from 'kysely';

export const REPORT_KINDS = ['orders', 'settlement', 'fees'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export type ReportState = 'waiting' | 'running' | 'ready' | 'failed';

export interface ReportTable {
  id: string;
  kind: ReportKind;
  /** Null for all merchants. */
  merchant_id: string | null;
  /** Days in UTC, both inclusive. */
  first_day: string;
  last_day: string;
  state: ReportState;
  /** How often a process has started to make it. */
  tries: Generated<number>;
  lease_id: string | null;
  leased_until: Date | null;
  row_count: bigint | null;
  failure: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** A report's file, compressed, in pieces from 0. */
export interface ReportChunkTable {
  report_id: string;
  number: number;
  bytes: Uint8Array;
}

export interface ReportTables {
  reports: ReportTable;
  report_chunks: ReportChunkTable;
}
