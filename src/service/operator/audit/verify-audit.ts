import type { ServiceContext } from '../../platform/context.ts';
import { hashOf, NO_HASH, type AuditRow } from './entry.ts';
import { hex, isHead, selectEnd, type AuditEnd } from './head.ts';
import { selectAuditAfter } from './queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring' | 'place'>;

export type VerifiedAudit =
  | { ok: true; rows: bigint; lastHash: string; heads: ReadonlySet<string> }
  | { ok: false; number: bigint; wrong: 'missing' | 'changed' | 'of_another_cell' | 'cut_off' };

const ROWS_AT_ONCE = 1_000;

interface Scan {
  last: Pick<AuditRow, 'number' | 'hash'>;
  /** The hash of the row that the head names. */
  atHead: Uint8Array;
  /** The last row that names its cell: from then on there is a head. */
  lastNamed: bigint;
}

/**
 * Compares every row with its hash, its hash with that of the row before it, and the last with the head.
 *
 * @param wanted hashes that were its head once
 * @returns which of those it has
 */
export async function verifyAudit(
  deps: Deps,
  wanted: ReadonlySet<string> = new Set(),
): Promise<VerifiedAudit> {
  // Rows that are added meanwhile are left to the next time.
  const end = await selectEnd(deps.db);
  const heads = new Set<string>();
  const scan: Scan = { last: { number: 0n, hash: NO_HASH }, atHead: NO_HASH, lastNamed: 0n };
  while (scan.last.number < end.turn) {
    const next = scan.last.number + 1n;
    const page: AuditRow[] = await selectAuditAfter(deps.db, scan.last.number, ROWS_AT_ONCE);
    const rows = page.filter(({ number }) => number <= end.turn);
    if (rows.length === 0) return { ok: false, number: next, wrong: 'missing' };
    for (const row of rows) {
      const wrong = wrongIn(deps, row, scan.last);
      if (wrong !== undefined) return { ok: false, number: scan.last.number + 1n, wrong };
      step(scan, row, end);
      if (wanted.has(hex(row.hash))) heads.add(hex(row.hash));
    }
  }
  const { number, hash } = scan.last;
  if (!isEnd(deps, scan, end)) return { ok: false, number, wrong: 'cut_off' };
  return { ok: true, rows: number, lastHash: hex(hash), heads };
}

function wrongIn({ keyring, place }: Deps, row: AuditRow, last: Scan['last']) {
  if (row.number !== last.number + 1n) return 'missing';
  if (!hashOf(keyring, row, last.hash).equals(row.hash)) return 'changed';
  return row.cell !== null && row.cell !== place.cell ? 'of_another_cell' : undefined;
}

function step(scan: Scan, row: AuditRow, { head }: AuditEnd): void {
  scan.last = row;
  if (row.number === head?.number) scan.atHead = row.hash;
  if (row.cell !== null) scan.lastNamed = row.number;
}

/** A release that knew of no head may have added rows behind it. */
function isEnd({ keyring, place }: Deps, scan: Scan, { head }: AuditEnd): boolean {
  if (head === undefined) return scan.lastNamed === 0n;
  return (
    isHead(keyring, place.cell, head) &&
    scan.lastNamed <= head.number &&
    Buffer.from(scan.atHead).equals(head.hash)
  );
}
