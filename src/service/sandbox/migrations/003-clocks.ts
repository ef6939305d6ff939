import { sql, type Kysely } from 'kysely';

/** Creates the table of merchants' clock offsets from real time. A merchant without a row has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sandbox.clocks (
    merchant_id uuid primary key,
    ahead_ms bigint not null check (ahead_ms >= 0)
  )`.execute(db);
}
