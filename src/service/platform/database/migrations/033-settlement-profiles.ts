import { sql, type Kysely } from 'kysely';

/** Adds the recognized format of an acquirer's file, and the kind and the settled amounts of each line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table acquirer_files add column profile text`,
  `alter table acquirer_lines
    add column kind text not null default 'order',
    add column net_minor bigint,
    add column fee_minor bigint,
    add column net_currency text,
    drop constraint acquirer_lines_file_id_reference_key,
    drop constraint acquirer_lines_verdict_check,
    add constraint acquirer_lines_verdict_check
      check (verdict in ('matched', 'different', 'missing_here', 'unknown', 'own'))`,
  // Only these references are unique: a chargeback can be reversed and made again, and fees have no reference.
  `create unique index acquirer_lines_single on acquirer_lines (file_id, kind, reference)
    where kind in ('order', 'payment', 'refund')`,
  `create index refund_attempts_of_reference on refund_attempts (split_part(provider_reference, ' ', 1))
    where provider_reference is not null`,
  `create index refund_attempts_of_terminal on refund_attempts (terminal_id, settled_at)`,
  `create index disputes_of_reference on disputes (reference)`,
];
