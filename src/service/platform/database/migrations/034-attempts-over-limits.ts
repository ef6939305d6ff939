import { sql, type Kysely } from 'kysely';

/** Adds the limits in a dry run that an attempt exceeded, and that would have refused it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table payin_attempts add column over_limits text[]`,
  `create index payin_attempts_over_limits on payin_attempts (created_at)
    where over_limits is not null`,
];
