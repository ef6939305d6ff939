import type { Generated } from 'kysely';

export interface AcquirerFileTable {
  id: string;
  terminal_id: string;
  /** Days in UTC, both of them in it. */
  first_day: string;
  last_day: string;
  created_at: Date;
  /** How many lines were sent, whichever cells they are in. */
  given_lines: Generated<number>;
  /** Cells that did not answer when lines were matched: what they have of the file is not all. */
  missing_cells: Generated<number[]>;
}

/**
 * `matched`: approved here for the same money. `different`: approved for another amount or currency.
 * `missing_here`: not known, or not approved. `unknown`: not known in the cells that answered.
 */
export type LineVerdict = 'matched' | 'different' | 'missing_here' | 'unknown';

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
