import type { Generated } from 'kysely';
import type { Json } from '../columns.ts';

/** What an operator changed; rows are added, and never touched again. */
export interface AuditTable {
  /** From 1, without gaps. */
  number: bigint;
  at: Date;
  actor: string;
  role: string;
  /** Where the request came from; null where that is not known. */
  address: string | null;
  command: string;
  /** What was changed: `merchant 0198…`. */
  subject: string;
  /** JSON, with fingerprints in the place of secrets. */
  before: string | null;
  after: string | null;
  reason: string | null;
  /** Keyed, over this row and the hash of the one before it. */
  hash: Uint8Array;
  /** In which it was recorded; null in rows of a release that did not say. */
  cell: Generated<number | null>;
}

/** One row: the last of the audit, with a keyed hash over its number and hash. */
export interface AuditHeadTable {
  id: number;
  number: bigint;
  hash: Uint8Array;
  mac: Uint8Array;
}

/** What a program that operates the service is known by. */
export interface OperatorTokenTable {
  id: string;
  /** Unique, also among those that have ended: the audit names it. */
  name: string;
  role: 'viewer' | 'support' | 'finance' | 'admin';
  /** SHA-256. */
  token_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** Keyed, over what the row grants: `operator/grants.ts`. Null where it grants nothing any more, or was written by a release that knew of none. */
  grant_mac: Generated<Uint8Array | null>;
}

export interface LedgerCheckTable {
  id: string;
  at: Date;
  movements: bigint;
  findings: Json<LedgerCheckFinding[]>;
}

/** As `reconciliation/check-ledger.ts` reports it. */
interface LedgerCheckFinding {
  rule: string;
  subject: string;
  order_id?: string;
  currency: string | null;
  expected: string;
  found: string;
}

/** In cell 0 each cell of the deployment; in any other one itself. */
export interface CellTable {
  number: number;
  /** A UUID, the same in all cells of a deployment. */
  deployment: string;
  /** Up to which version of cell 0's terminals together the cell has followed: as it says itself, and as cell 0 knows of it. */
  terminals_version: Generated<bigint | null>;
}

export interface OperatingTables {
  operator_tokens: OperatorTokenTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  ledger_checks: LedgerCheckTable;
  cells: CellTable;
}
