import { sql, type Kysely } from 'kysely';

/**
 * Adds what is known about refunds that the acquirer made although they had failed, and whose money may come back. The
 * previous release does not count such a refund, and debits nobody for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await acceptMovements(db, ['refund_take', 'refund_return']);
}

const STATEMENTS = [
  `alter table refund_attempts add column returned_at timestamptz`,
  `alter table refunds
    add column made_after_end boolean not null default false,
    add column taken_at timestamptz`,
  `update refunds set made_after_end = true where exists (
    select from refund_attempts attempt
    where attempt.refund_id = refunds.id and attempt.refunded_after_end_at is not null)`,
];

/**
 * Adds kinds of movements to those that the ledger accepts already. The check is not validated: existing rows satisfied
 * a narrower one, and reading a long ledger would block everybody.
 */
async function acceptMovements(db: Kysely<unknown>, kinds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = 'ledger_movements_kind_check' and conrelid = 'ledger_movements'::regclass`.execute(
    db,
  );
  const present = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const accepted = [...present, ...kinds].map((kind) => `'${kind}'`).join(', ');
  await sql
    .raw(
      `alter table ledger_movements
      drop constraint ledger_movements_kind_check,
      add constraint ledger_movements_kind_check check (kind in (${accepted})) not valid`,
    )
    .execute(db);
}
