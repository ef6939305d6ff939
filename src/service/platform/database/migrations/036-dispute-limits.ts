import { sql, type Kysely } from 'kysely';
import { acceptValues } from '../accept-values.ts';

/**
 * Adds what a dispute claims beyond what its payin leaves to reserve, what operators charged of that, and which notices
 * have a time that the acquirer does not sign. The previous release reserves whatever a notice claims, and cannot read
 * a dispute that has one of the new steps.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  for (const table of ['disputes', 'dispute_notices']) {
    const check = { table, column: 'step', constraint: `${table}_step_check` };
    await acceptValues(db, check, ['refunded', 'evidence_supplied']);
  }
  const kinds = { table: 'attention', column: 'kind', constraint: 'attention_kind_check' };
  await acceptValues(db, kinds, ['dispute_unmatched', 'dispute_exceeds_payment']);
}

const STATEMENTS = [
  `alter table disputes
    add column unreserved_minor bigint not null default 0 check (unreserved_minor >= 0)`,
  `alter table dispute_notices
    add column charged_minor bigint check (charged_minor > 0),
    add column date_unsigned boolean not null default false`,
];
