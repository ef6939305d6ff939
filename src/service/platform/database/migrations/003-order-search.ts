import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes for operators' search, which spans merchants. Each ends in the order of the search, so that a page is
 * read from the index whether the value is rare or every third order has it. What most orders lack for most of their
 * life has a partial index, so that their other row versions cost nothing.
 *
 * On tables with millions of rows, create them beforehand with `concurrently`: existing ones are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of [...PAYINS, ...PAYOUTS, ...ATTEMPTS, AUDIT]) {
    await sql.raw(`create index if not exists ${index}`).execute(db);
  }
}

const LATEST = 'created_at, id';

const PAYINS = [
  `payins_latest on payins (${LATEST})`,
  `payins_of_status on payins (status, ${LATEST})`,
  `payins_of_method on payins (method_id, ${LATEST})`,
  `payins_of_terminal on payins (terminal_id, ${LATEST}) where terminal_id is not null`,
  `payins_of_code on payins (resolution_code, ${LATEST}) where resolution_code is not null`,
  `payins_of_amount on payins (amount_minor, ${LATEST})`,
  `payins_of_email on payins (lower(customer ->> 'email'), ${LATEST})
    where customer ->> 'email' is not null`,
  `payins_of_last_four on payins (right(card_number_masked, 4), ${LATEST})
    where card_number_masked is not null`,
  `payins_of_rrn on payins (rrn, ${LATEST}) where rrn is not null`,
  `payins_of_reference on payins (reference_id, ${LATEST})`,
];

const PAYOUTS = [
  `payouts_latest on payouts (${LATEST})`,
  `payouts_of_status on payouts (status, ${LATEST})`,
  `payouts_of_method on payouts (method_id, ${LATEST})`,
  `payouts_of_code on payouts (resolution_code, ${LATEST}) where resolution_code is not null`,
  `payouts_of_amount on payouts (amount_minor, ${LATEST})`,
  `payouts_of_email on payouts (lower(customer ->> 'email'), ${LATEST})
    where customer ->> 'email' is not null`,
  `payouts_of_last_four on payouts (right(destination_shown, 4), ${LATEST})
    where destination_shown like '%*%'`,
  `payouts_of_reference on payouts (reference_id, ${LATEST})`,
];

// An acquirer's reference is the first or the second word of the reference that its adapter saves.
const ATTEMPTS = ['payin_attempts', 'payout_attempts'].flatMap((table) => [
  `${table}_of_reference on ${table} (split_part(provider_reference, ' ', 1))
    where provider_reference is not null`,
  `${table}_of_second_word on ${table} (split_part(provider_reference, ' ', 2))
    where provider_reference like '% %'`,
  `${table}_of_terminal on ${table} (terminal_id, created_at)`,
]);

const AUDIT = 'audit_of_subject on audit (subject, number)';
