import { sql, type Kysely } from 'kysely';

/** Adds the results of ledger checks. Their findings are stored with them, because there are only a few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_checks (
    id uuid primary key,
    at timestamptz not null,
    movements bigint not null,
    findings jsonb not null
  )`.execute(db);
  await sql`create index ledger_checks_latest on ledger_checks (at)`.execute(db);
}
