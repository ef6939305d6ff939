/** Inserts bare merchants and gates, and reads ledger entries: for tests of the ledger and of code that posts. */
import { randomUUID } from 'node:crypto';
import type { Database } from '#service/platform/database/database.ts';

type Db = Database['db'];

const MADE_AT = new Date('2026-03-01T12:00:00.000Z');

export async function newMerchant(db: Db): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('merchants')
    .values({ id, name: id, webhook_secret_sealed: Buffer.alloc(1), created_at: MADE_AT })
    .execute();
  return id;
}

/** How many gates were made. Their ids ascend in the order of creation, and so do the ids of their accounts. */
let gates = 0;

export async function newGate(db: Db, merchantId: string): Promise<string> {
  gates += 1;
  const id = `00000000-0000-7000-8000-${gates.toString(16).padStart(12, '0')}`;
  await db.insertInto('gates').values({ id, merchant_id: merchantId, name: id }).execute();
  return id;
}

export async function entriesOf(db: Db, orderId: string) {
  return db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
    .select(['kind', 'at', 'line', 'account', 'owner_id', 'currency', 'amount_minor'])
    .where('order_id', '=', orderId)
    .orderBy('movement_id')
    .orderBy('line')
    .execute();
}
