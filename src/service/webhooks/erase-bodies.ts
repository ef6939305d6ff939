import { sql, type RawBuilder } from 'kysely';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';

/**
 * Erases what the events of groups say. One that is yet to be delivered keeps its body until it is, or is
 * given up.
 */
export async function eraseBodies(trx: Db, groupIds: readonly string[]): Promise<void> {
  await sql`
    update webhook_events set erasure = 'asked'
    where group_id = any(${groupIds}::uuid[]) and state = 'pending'`.execute(trx);
  await erase(trx, sql`group_id = any(${groupIds}::uuid[]) and state <> 'pending'`);
}

export const isBodyToErase: RawBuilder<boolean> = sql`erasure = 'asked' and state <> 'pending'`;

/** Those that were waited for and have ended meanwhile. @returns how many */
export function eraseEndedBodies(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_events where ${isBodyToErase}
      limit ${limit}::integer for no key update skip locked`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await erase(trx, sql`id = any(${ids}::uuid[])`);
    return ids.length;
  });
}

/** A receiver's answer may repeat what it was sent. */
async function erase(trx: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with erased as (
      update webhook_events set body = '', erasure = 'done' where ${which} returning id
    )
    update webhook_attempts set answer_head = null
    from erased where event_id = erased.id and answer_head is not null`.execute(trx);
}
