import { sql, type Kysely } from 'kysely';

/**
 * The end of the audit rests with a keyed hash, and each row names its cell (docs/decisions/051). The release before goes
 * on adding rows without either; its `audit verify` takes rows of this one for changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null in rows of before.
  `alter table audit add column cell integer`,
  `create table audit_head (
    id smallint primary key check (id = 1),
    number bigint not null,
    hash bytea not null,
    mac bytea not null
  )`,
  `insert into timed_work (name, due_at) values ('log-audit-head', '1970-01-01Z')`,
];
