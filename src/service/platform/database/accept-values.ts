import { sql, type Kysely } from 'kysely';

interface CheckedColumn {
  table: string;
  column: string;
  constraint: string;
}

/**
 * Adds values to those that a column's check accepts already, whichever migrations widened it before. The check is not
 * validated: existing rows satisfied a narrower one, and reading a large table would block everybody.
 */
export async function acceptValues(
  db: Kysely<unknown>,
  { table, column, constraint }: CheckedColumn,
  values: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = ${constraint} and conrelid = ${table}::regclass`.execute(db);
  const present = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, value]) => value);
  const accepted = [...present, ...values].map((value) => `'${value}'`).join(', ');
  await sql
    .raw(
      `alter table ${table} drop constraint ${constraint},
        add constraint ${constraint} check (${column} in (${accepted})) not valid`,
    )
    .execute(db);
}
