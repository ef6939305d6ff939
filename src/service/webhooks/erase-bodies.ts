import { sql, type RawBuilder } from 'kysely';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';

/** Erases the bodies of the groups' events. A pending event keeps its body until it is delivered or given up. */
export async function eraseBodies(trx: Db, groupIds: readonly string[]): Promise<void> {
  await sql`
    update webhook_events set erasure = 'requested'
    where group_id = any(${groupIds}::uuid[]) and state = 'pending'`.execute(trx);
  await erase(trx, sql`group_id = any(${groupIds}::uuid[]) and state <> 'pending'`);
}

export const isBodyToErase: RawBuilder<boolean> = sql`erasure = 'requested' and state <> 'pending'`;

/**
 * Erases bodies whose erasure had to wait for the event to end, if it has ended.
 *
 * @returns the number of bodies erased
 */
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

/** Erases bodies, and the receivers' answers to them, which may repeat the body. */
async function erase(trx: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with erased as (
      update webhook_events set body = '', erasure = 'done' where ${which} returning id
    )
    update webhook_attempts set answer_head = null
    from erased where event_id = erased.id and answer_head is not null`.execute(trx);
}
