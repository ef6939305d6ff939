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
import { z } from 'zod';
import {
  BOUND_TABLES,
  boundRowName,
  isBound,
  selectBoundAfter,
  type BoundTable,
  type SelectedRow,
} from '../../platform/bound-rows.ts';
import type { Db } from '../../platform/database/schema.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring'>;

export type VerifiedAudit =
  | { ok: true; rows: bigint; lastHash: string; heads: ReadonlySet<string> }
  | { ok: false; number: bigint; wrong: 'missing' | 'changed' | 'cut_off' }
  | { ok: false; wrong: 'rows'; rows: readonly WrongRow[] };

/**
 * A row outside the audit that is not as the audit's newest row about it left it: `changed` if its keyed hash is wrong,
 * `older` if it is one of before, `missing` if there is no such row.
 */
export interface WrongRow {
  row: string;
  wrong: 'changed' | 'older' | 'missing';
}

const ROWS_AT_ONCE = 100;

type LastRow = Pick<AuditRow, 'number' | 'hash'>;

/**
 * Verifies every row's hash, its link to the previous row, and the head against the last row. Then verifies the bound
 * rows, which grant or direct: each must match its keyed hash and be the newest that the audit made.
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
  const newest = new Map<string, bigint>();
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
      for (const name of boundRowsOf(row)) newest.set(name, row.number);
      if (wanted.has(hex(row.hash))) heads.add(hex(row.hash));
    }
  }
  const { number, hash } = last;
  if (!isEnd(deps, last, end)) return { ok: false, number, wrong: 'cut_off' };
  const wrong = await findWrongRows(deps, newest, end.turn);
  if (wrong.length > 0) return { ok: false, wrong: 'rows', rows: wrong };
  return { ok: true, rows: number, lastHash: hex(hash), heads };
}

const boundRows = z.array(z.string());

function boundRowsOf({ bound_rows: rows }: Pick<AuditRow, 'bound_rows'>): readonly string[] {
  return rows === null ? [] : boundRows.parse(JSON.parse(rows));
}

/** The most wrong rows that are reported. */
const MOST_WRONG = 100;

/**
 * @param newest the number of the newest audit row about each row
 * @param turn the last number that was looked at: rows that were made later are left to the next verification
 */
async function findWrongRows(
  { db, keyring }: Deps,
  newest: ReadonlyMap<string, bigint>,
  turn: bigint,
): Promise<WrongRow[]> {
  const wrong: WrongRow[] = [];
  const left = new Map(newest);
  for (const table of BOUND_TABLES) {
    let page = await selectBoundAfter(db, table, undefined);
    while (page.length > 0) {
      wrong.push(...page.flatMap((row) => findRowFault(keyring, table, row, newest, turn)));
      for (const { id } of page) left.delete(boundRowName(table, id));
      await yieldToEventLoop();
      page = await selectBoundAfter(db, table, page.at(-1)?.id);
    }
  }
  for (const row of left.keys()) wrong.push({ row, wrong: 'missing' });
  return wrong.slice(0, MOST_WRONG);
}

function findRowFault(
  keyring: Deps['keyring'],
  table: BoundTable,
  row: SelectedRow,
  newest: ReadonlyMap<string, bigint>,
  turn: bigint,
): WrongRow[] {
  const name = boundRowName(table, row.id);
  const { audit_number: number } = row;
  if (!isBound(keyring, table, row)) return [{ row: name, wrong: 'changed' }];
  const isNewest = (number ?? 0n) > turn || number === (newest.get(name) ?? null);
  return isNewest ? [] : [{ row: name, wrong: 'older' }];
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
