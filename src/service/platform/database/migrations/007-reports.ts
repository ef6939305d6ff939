import { sql, type Kysely } from 'kysely';

/**
 * Adds reports, and their files in pieces: any machine can serve a file, whichever made it. A process leases the report
 * that it makes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table reports (
    id uuid primary key,
    kind text not null check (kind in ('orders', 'settlement', 'fees')),
    merchant_id uuid references merchants,
    first_day date not null,
    last_day date not null,
    state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
    tries integer not null default 0,
    lease_id uuid,
    leased_until timestamptz,
    row_count bigint,
    failure text,
    created_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 'running') = (lease_id is not null)),
    check ((state in ('ready', 'failed')) = (ended_at is not null))
  )`,
  `create index reports_to_make on reports (created_at) where state in ('waiting', 'running')`,
  `create index reports_ended on reports (ended_at) where ended_at is not null`,
  `create index reports_latest on reports (created_at, id)`,
  `create table report_chunks (
    report_id uuid not null references reports on delete cascade,
    number integer not null,
    bytes bytea not null,
    primary key (report_id, number)
  )`,
  // Settlement and fee reports find movements by time.
  `create index if not exists ledger_movements_at on ledger_movements (at)`,
];
