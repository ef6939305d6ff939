import type { Generated } from 'kysely';
import type { Json } from '../columns.ts';

/** A change by an operator. Rows are added, and never updated or deleted. */
export interface AuditTable {
  /** From 1, without gaps. */
  number: bigint;
  at: Date;
  actor: string;
  role: string;
  /** Where the request came from; null if unknown. */
  address: string | null;
  command: string;
  /** What was changed: `merchant 0198…`. */
  subject: string;
  /** JSON, with fingerprints instead of secrets. */
  before: string | null;
  after: string | null;
  reason: string | null;
  /** The rows that the change made, `table id`, as JSON; null if none of them is bound to the audit. */
  bound_rows: string | null;
  /** Keyed, over this row and the hash of the one before it. */
  hash: Uint8Array;
}

/** One row: the last of the audit, with a keyed hash over its number and hash. */
export interface AuditHeadTable {
  id: number;
  number: bigint;
  hash: Uint8Array;
  mac: Uint8Array;
}

/** The token of a program that operates the service. */
export interface OperatorTokenTable {
  id: string;
  /** Unique, even among tokens that have ended, because the audit contains it. */
  name: string;
  role: 'viewer' | 'support' | 'finance' | 'admin';
  /** SHA-256. */
  token_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** A keyed hash over the row (`platform/bound-rows.ts`). */
  row_mac: Generated<Uint8Array | null>;
  /** The audit row that made the row as it is. */
  audit_number: Generated<bigint | null>;
}

export interface LedgerCheckTable {
  id: string;
  at: Date;
  movements: bigint;
  findings: Json<LedgerCheckFinding[]>;
}

/** A finding as `ledger/verify.ts` reports it. */
interface LedgerCheckFinding {
  rule: string;
  subject: string;
  order_id?: string;
  currency: string | null;
  expected: string;
  found: string;
}

/** The last report of each instance. */
export interface InstanceClockTable {
  instance: string;
  /** How far its machine's clock was ahead of the database's. */
  ahead_ms: bigint;
  reported_at: Date;
}

/** Rows that only show whether there is room for them. */
export interface WriteProbeTable {
  content: string;
}

export interface OperatingTables {
  instance_clocks: InstanceClockTable;
  write_probes: WriteProbeTable;
  operator_tokens: OperatorTokenTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  ledger_checks: LedgerCheckTable;
}
