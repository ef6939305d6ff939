import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes to find orders by the account or address that was paid to, or by the reference that the payer quoted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index payin_attempts_paid_to on payin_attempts
    (replace(coalesce(instructions ->> 'address', instructions -> 'account' ->> 'value'), ' ', ''))
    where instructions is not null`,
  `create index payin_attempts_quoted on payin_attempts ((instructions ->> 'reference'))
    where instructions is not null`,
];
