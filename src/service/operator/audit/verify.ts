import type { ServiceContext } from '../../platform/context.ts';
import {
  type AuditEnd,
  type AuditRow,
  NO_HASH,
  auditRowHash,
  hex,
  isHead,
  isLastRow,
  selectEnd,
} from './append.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring'>;

export type VerifiedAudit =
  | { ok: true; rows: bigint; lastHash: string; heads: ReadonlySet<string> }
  | { ok: false; number: bigint; wrong: 'missing' | 'changed' | 'cut_off' };

const ROWS_AT_ONCE = 100;

type LastRow = Pick<AuditRow, 'number' | 'hash'>;

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
  let last: LastRow = { number: 0n, hash: NO_HASH };
  while (last.number < end.turn) {
    const next = last.number + 1n;
    const page: AuditRow[] = await selectAuditAfter(deps.db, last.number, ROWS_AT_ONCE);
    const rows = page.filter(({ number }) => number <= end.turn);
    if (rows.length === 0) return { ok: false, number: next, wrong: 'missing' };
    for (const row of rows) {
      // A row about a deployment file may be megabytes to hash.
      await yieldToEventLoop();
      const wrong = findFault(deps, row, last);
      if (wrong !== undefined) return { ok: false, number: last.number + 1n, wrong };
      last = row;
      if (wanted.has(hex(row.hash))) heads.add(hex(row.hash));
    }
  }
  const { number, hash } = last;
  if (!isEnd(deps, last, end)) return { ok: false, number, wrong: 'cut_off' };
  return { ok: true, rows: number, lastHash: hex(hash), heads };
}

function findFault({ keyring }: Deps, row: AuditRow, last: LastRow) {
  if (row.number !== last.number + 1n) return 'missing';
  return auditRowHash(keyring, row, last.hash).equals(row.hash) ? undefined : 'changed';
}

/** Returns whether the last row is the head. */
function isEnd({ keyring }: Deps, last: LastRow, { head }: AuditEnd): boolean {
  return head === undefined ? last.number === 0n : isHead(keyring, head) && isLastRow(head, last);
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

/** Lists rows without their hashes, latest first. */
export function selectAuditPage(db: Db, filter: AuditFilter, limit: number) {
  let query = db
    .selectFrom('audit')
    .select(['number', 'at', 'actor', 'role', 'address', 'command', 'subject'])
    .select(['before', 'after', 'reason'])
    .orderBy('number', 'desc')
    .limit(limit);
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
