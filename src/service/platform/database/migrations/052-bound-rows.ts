import { sql, type Kysely } from 'kysely';

/**
 * Binds rows that decide who may call the service and where card data, money and webhooks go, by a keyed hash that a
 * person who can only write to the database cannot make (docs/decisions/018).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['api_keys', 'terminals', 'merchants']) {
    // The number of the audit row that made the row as it is; null if no operator did.
    await sql`alter table ${sql.table(table)} add column row_mac bytea, add column audit_number bigint`.execute(
      db,
    );
  }
  // The rows that an audit row made, as JSON.
  await sql`alter table audit add column bound_rows text`.execute(db);
  await sql`alter table payins add column addresses_mac bytea`.execute(db);
  await sql`alter table webhook_events add column destination_mac bytea`.execute(db);
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'attention_kind_check' and conrelid = 'attention'::regclass`.execute(db);
  const present = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const kinds = [...present, 'row_not_verified'].map((kind) => `'${kind}'`);
  await sql
    .raw(
      `alter table attention
      drop constraint attention_kind_check,
      add constraint attention_kind_check check (kind in (${kinds.join(', ')})) not valid`,
    )
    .execute(db);
}
