import { sql, type Kysely } from 'kysely';

/** Adds what acquirers report as settled, line by line, with the attempts that the lines are about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table acquirer_files (
    id uuid primary key,
    terminal_id uuid not null references terminals,
    first_day date not null,
    last_day date not null,
    created_at timestamptz not null
  )`,
  `create index acquirer_files_made on acquirer_files (created_at)`,
  `create table acquirer_lines (
    file_id uuid not null references acquirer_files on delete cascade,
    line integer not null,
    reference text not null,
    amount_minor bigint not null,
    currency text not null,
    verdict text not null check (verdict in ('matched', 'different', 'missing_here')),
    attempt_id uuid,
    order_id uuid,
    primary key (file_id, line),
    unique (file_id, reference)
  )`,
  `create index acquirer_lines_unmatched on acquirer_lines (file_id, line) where verdict <> 'matched'`,
  `create index acquirer_lines_of_attempt on acquirer_lines (file_id, attempt_id)`,
];
