import { sql, type Kysely } from 'kysely';

/**
 * Adds a table that shows whether the disk has room again after a write failed, which is emptied at once, the clocks of
 * the instances, and the entries of the exception queue about both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probes (content text not null)`.execute(db);
  await sql`create table instance_clocks (
    instance text primary key, ahead_ms bigint not null, reported_at timestamptz not null)`.execute(
    db,
  );
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'attention_kind_check' and conrelid = 'attention'::regclass`.execute(db);
  const present = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const kinds = [...present, 'database_cannot_write', 'clock_differs'].map((kind) => `'${kind}'`);
  await sql
    .raw(
      `alter table attention
      drop constraint attention_kind_check,
      add constraint attention_kind_check check (kind in (${kinds.join(', ')})) not valid`,
    )
    .execute(db);
}
