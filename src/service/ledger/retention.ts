import { holdRelease, rollingRelease, type Movement } from '#domain/ledger/posting.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import { postAll } from './post.ts';

export type Retention = Selectable<RetentionTable>;

/** The SQL expression of a retention's id in the quarantine. */
export const RETENTION_ID = sql`bucket || ' ' || payin_id`;

interface DueRetentions {
  now: Date;
  most: number;
  /** The condition of rows to skip. */
  except: RawBuilder<boolean>;
}

/**
 * Locks retentions due for release that belong to one gate account: the account whose retention has been due
 * longest. Skips rows that another process has locked.
 */
export async function lockDueRetentions(
  trx: Db,
  { now, most, except }: DueRetentions,
): Promise<Retention[]> {
  const due = trx
    .selectFrom('retentions')
    .selectAll()
    .where('released_at', 'is', null)
    .where('due_at', '<=', now)
    .where((eb) => eb.not(except))
    .orderBy('due_at')
    .forUpdate()
    .skipLocked();
  const first = await due.limit(1).executeTakeFirst();
  if (first === undefined) return [];
  return due
    .where('gate_id', '=', first.gate_id)
    .where('currency', '=', first.currency)
    .limit(most)
    .execute();
}

/**
 * Moves retained amounts to the available balance. The caller must hold the rows' locks, and the rows must belong
 * to one gate account. Locks that account last, so that two batches cannot deadlock.
 */
export async function releaseRetained(
  trx: Db,
  retained: readonly Retention[],
  at: Date,
): Promise<void> {
  await markReleased(trx, retained, at);
  const postings = retained.map((row) => ({
    orderId: row.payin_id,
    movement: releaseOf(row),
    at,
  }));
  const result = await postAll(trx, postings);
  if (result !== 'posted') throw new Error(`Nothing was released: ${result}`);
}

async function markReleased(
  trx: Db,
  rows: readonly Pick<Retention, 'payin_id' | 'bucket'>[],
  at: Date,
): Promise<void> {
  const released = rows.map(({ payin_id, bucket }) => ({ payin_id, bucket }));
  await sql`
    update retentions set released_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as due (payin_id uuid, bucket text)
    where retentions.payin_id = due.payin_id and retentions.bucket = due.bucket`.execute(trx);
}

function releaseOf(row: Retention): Movement {
  const money = { gateId: row.gate_id, currency: row.currency, amountMinor: row.amount_minor };
  return row.bucket === 'hold' ? holdRelease(money) : rollingRelease(money);
}
