import type { ServiceContext } from '../../platform/context.ts';
import {
  type AuditEnd,
  type AuditRow,
  NO_HASH,
  auditRowHash,
  hex,
  isHead,
  selectEnd,
} from './append.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring' | 'place'>;

export type VerifiedAudit =
  | { ok: true; rows: bigint; lastHash: string; heads: ReadonlySet<string> }
  | { ok: false; number: bigint; wrong: 'missing' | 'changed' | 'of_another_cell' | 'cut_off' };

const ROWS_AT_ONCE = 100;

interface Scan {
  last: Pick<AuditRow, 'number' | 'hash'>;
  /** The hash of the row that the head refers to. */
  atHead: Uint8Array;
  /** The last row that records its cell: rows from then on have a head. */
  lastNamed: bigint;
}

/**
 * Verifies every row's hash, its link to the previous row, and the head against the last row.
 *
 * @param wanted hashes that were the audit's head before
 * @returns which of those it found, or the number of the first wrong row
 */
export async function verifyAudit(
  deps: Deps,
  wanted: ReadonlySet<string> = new Set(),
): Promise<VerifiedAudit> {
  // Rows that are added during the check are left to the next one.
  const end = await selectEnd(deps.db);
  const heads = new Set<string>();
  const scan: Scan = { last: { number: 0n, hash: NO_HASH }, atHead: NO_HASH, lastNamed: 0n };
  while (scan.last.number < end.turn) {
    const next = scan.last.number + 1n;
    const page: AuditRow[] = await selectAuditAfter(deps.db, scan.last.number, ROWS_AT_ONCE);
    const rows = page.filter(({ number }) => number <= end.turn);
    if (rows.length === 0) return { ok: false, number: next, wrong: 'missing' };
    for (const row of rows) {
      // A row about a deployment file may be megabytes to hash.
      await yieldToEventLoop();
      const wrong = findFault(deps, row, scan.last);
      if (wrong !== undefined) return { ok: false, number: scan.last.number + 1n, wrong };
      step(scan, row, end);
      if (wanted.has(hex(row.hash))) heads.add(hex(row.hash));
    }
  }
  const { number, hash } = scan.last;
  if (!isEnd(deps, scan, end)) return { ok: false, number, wrong: 'cut_off' };
  return { ok: true, rows: number, lastHash: hex(hash), heads };
}

function findFault({ keyring, place }: Deps, row: AuditRow, last: Scan['last']) {
  if (row.number !== last.number + 1n) return 'missing';
  if (!auditRowHash(keyring, row, last.hash).equals(row.hash)) return 'changed';
  return row.cell !== null && row.cell !== place.cell ? 'of_another_cell' : undefined;
}

function step(scan: Scan, row: AuditRow, { head }: AuditEnd): void {
  scan.last = row;
  if (row.number === head?.number) scan.atHead = row.hash;
  if (row.cell !== null) scan.lastNamed = row.number;
}

/** Returns whether the scan ended at the head. An older release without heads may have added rows after it. */
function isEnd({ keyring, place }: Deps, scan: Scan, { head }: AuditEnd): boolean {
  if (head === undefined) return scan.lastNamed === 0n;
  return (
    isHead(keyring, place.cell, head) &&
    scan.lastNamed <= head.number &&
    Buffer.from(scan.atHead).equals(head.hash)
  );
}

/** Returns the next rows, by number. */
function selectAuditAfter(db: Db, number: bigint, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export interface AuditFilter {
  /** Only rows with a lower number. */
  before: bigint | undefined;
  actor?: string | undefined;
  command?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Lists rows, latest first. */
export function selectAuditPage(db: Db, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('number', 'desc').limit(limit);
  if (filter.before !== undefined) query = query.where('number', '<', filter.before);
  if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
  if (filter.command !== undefined) query = query.where('command', '=', filter.command);
  if (filter.subject !== undefined) {
    query = query.where(sql<boolean>`strpos(subject, ${filter.subject}) > 0`);
  }
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  return query.execute();
}
