import type { ServiceContext } from '../../platform/context.ts';
import { hashOf, NO_HASH, type AuditRow } from './entry.ts';
import { selectAuditAfter, selectAuditTurn } from './queries.ts';

export type VerifiedAudit =
  | { ok: true; rows: bigint; lastHash: string }
  | { ok: false; number: bigint; wrong: 'missing' | 'changed' };

const ROWS_AT_ONCE = 1_000;

/** Compares every row with its hash, and its hash with that of the row before it. */
export async function verifyAudit({
  db,
  keyring,
}: Pick<ServiceContext, 'db' | 'keyring'>): Promise<VerifiedAudit> {
  // Rows that are added meanwhile are left to the next time.
  const rows = await selectAuditTurn(db);
  let number = 0n;
  let hash: Uint8Array = NO_HASH;
  while (number < rows) {
    const page: AuditRow[] = await selectAuditAfter(db, number, ROWS_AT_ONCE);
    if (page.length === 0) return { ok: false, number: number + 1n, wrong: 'missing' };
    for (const row of page) {
      number += 1n;
      if (row.number !== number) return { ok: false, number, wrong: 'missing' };
      if (!hashOf(keyring, row, hash).equals(row.hash)) {
        return { ok: false, number, wrong: 'changed' };
      }
      ({ hash } = row);
    }
  }
  return { ok: true, rows: number, lastHash: Buffer.from(hash).toString('hex') };
}
