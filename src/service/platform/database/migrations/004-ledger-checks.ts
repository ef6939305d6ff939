import { sql, type Kysely } from 'kysely';

/** What each check of the ledger found; findings are few, or there is enough to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_checks (
    id uuid primary key,
    at timestamptz not null,
    movements bigint not null,
    findings jsonb not null
  )`.execute(db);
  await sql`create index ledger_checks_latest on ledger_checks (at)`.execute(db);
}
