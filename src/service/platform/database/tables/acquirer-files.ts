import type { LineKind } from '#domain/settlement-line.ts';
import type { FormatName } from '#domain/settlement-formats.ts';

export interface AcquirerFileTable {
  id: string;
  terminal_id: string;
  /** Days in UTC, both inclusive. */
  first_day: string;
  last_day: string;
  format: FormatName;
  created_at: Date;
}

/**
 * `matched`: approved here for the same money, in the same direction. `different`: approved for another amount or currency. `missing_here`:
 * not known, or not approved. `own`: the acquirer's own fee, payout to the bank or correction, which has no order to
 * match.
 */
export type LineVerdict = 'matched' | 'different' | 'missing_here' | 'own';

export interface AcquirerLineTable {
  file_id: string;
  /** The line's number in the file, from 1. */
  line: number;
  kind: LineKind;
  reference: string;
  amount_minor: bigint;
  currency: string;
  /** The settled amount, and the fee that the acquirer kept. */
  net_minor: bigint;
  fee_minor: bigint;
  net_currency: string;
  verdict: LineVerdict;
  /** The attempt of a payin, payout or refund; for a chargeback, the dispute. */
  attempt_id: string | null;
  order_id: string | null;
}

export interface AcquirerFileTables {
  acquirer_files: AcquirerFileTable;
  acquirer_lines: AcquirerLineTable;
}
