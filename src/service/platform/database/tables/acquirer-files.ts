import type { LineKind } from '#domain/settlement-line.ts';
import type { ProfileName } from '#domain/settlement-profile.ts';
import type { Generated } from 'kysely';

export interface AcquirerFileTable {
  id: string;
  terminal_id: string;
  /** Days in UTC, both of them in it. */
  first_day: string;
  last_day: string;
  /** What it was recognised as; null where somebody named its columns. */
  profile: ProfileName | null;
  created_at: Date;
  /** How many lines were sent, whichever cells they are in. */
  given_lines: Generated<number>;
  /** Cells that did not answer when lines were matched: what they have of the file is not all. */
  missing_cells: Generated<number[]>;
}

/**
 * `matched`: approved here for the same money. `different`: approved for another amount or currency.
 * `missing_here`: not known, or not approved. `unknown`: not known in the cells that answered. `own`: the acquirer's
 * own fee, payout to the bank or correction, which nothing here is matched to.
 */
export type LineVerdict = 'matched' | 'different' | 'missing_here' | 'unknown' | 'own';

export interface AcquirerLineTable {
  file_id: string;
  /** In the file, from 1. */
  line: number;
  kind: Generated<LineKind>;
  reference: string;
  amount_minor: bigint;
  currency: string;
  /** What is settled, and what the acquirer kept of it, where the file says so. */
  net_minor: bigint | null;
  fee_minor: bigint | null;
  net_currency: string | null;
  verdict: LineVerdict;
  /** Of a payin, payout or refund; of a chargeback the dispute. */
  attempt_id: string | null;
  order_id: string | null;
}

export interface AcquirerFileTables {
  acquirer_files: AcquirerFileTable;
  acquirer_lines: AcquirerLineTable;
}
