import { sql, type Kysely } from 'kysely';

/**
 * Adds the end of the audit with a keyed hash, and the cell of each row (docs/decisions/051). The previous release
 * continues to add rows without either; its `audit verify` reports rows of this release as changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null in earlier rows.
  `alter table audit add column cell integer`,
  `create table audit_head (
    id smallint primary key check (id = 1),
    number bigint not null,
    hash bytea not null,
    mac bytea not null
  )`,
  `insert into timed_work (name, due_at) values ('log-audit-head', '1970-01-01Z')`,
];
