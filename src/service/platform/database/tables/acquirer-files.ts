export interface AcquirerFileTable {
  id: string;
  terminal_id: string;
  /** Days in UTC, both of them in it. */
  first_day: string;
  last_day: string;
  created_at: Date;
}

/**
 * `matched`: approved here for the same money. `different`: approved for another amount or currency.
 * `missing_here`: not known, or not approved.
 */
export type LineVerdict = 'matched' | 'different' | 'missing_here';

export interface AcquirerLineTable {
  file_id: string;
  /** In the file, from 1. */
  line: number;
  reference: string;
  amount_minor: bigint;
  currency: string;
  verdict: LineVerdict;
  attempt_id: string | null;
  order_id: string | null;
}

export interface AcquirerFileTables {
  acquirer_files: AcquirerFileTable;
  acquirer_lines: AcquirerLineTable;
}
