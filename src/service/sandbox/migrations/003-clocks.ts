import { sql, type Kysely } from 'kysely';

/** How far merchants' test clocks are ahead of real time; a merchant without a row has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sandbox.clocks (
    merchant_id uuid primary key,
    ahead_ms bigint not null check (ahead_ms >= 0)
  )`.execute(db);
}
