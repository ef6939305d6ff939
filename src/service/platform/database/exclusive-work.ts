import { sql, type Kysely } from 'kysely';
import type { ExclusiveWork, Tables } from './schema.ts';

/** Whether no other process is at this work; then it is ours until the transaction ends. */
export async function tryTurn(trx: Kysely<Tables>, work: ExclusiveWork): Promise<boolean> {
  const { rows } = await sql`
    select from exclusive_work where name = ${work} for update skip locked`.execute(trx);
  return rows.length > 0;
}
