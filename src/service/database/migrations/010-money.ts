import { sql, type Kysely } from 'kysely';

/**
 * Holds in the database what orders promise about money, takes the sealed card numbers of payouts away,
 * and counts the card numbers that a key compares. The constraints are not checked against what is
 * there: an order that broke one before is history, and stays readable.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table payins
    add constraint payins_success_is_paid
      check (status <> 'SUCCESS' or payment_method_amount_minor > 0) not valid,
    add constraint payins_total_not_negative check (total_minor >= 0) not valid`,
  `alter table payouts
    add constraint payouts_total_not_negative check (total_minor >= 0) not valid`,
  `alter table gate_methods
    add constraint gate_methods_fees_not_negative check (
      fee_percent >= 0 and fee_fixed_minor >= 0
      and coalesce(fee_min_minor, 0) >= 0 and coalesce(fee_max_minor, 0) >= 0) not valid,
    add constraint gate_methods_parts_hold_something
      check (max_part_amount_minor > 0) not valid`,

  // Its check on final statuses goes with it.
  `alter table payouts drop column destination_sealed`,

  `create index payouts_by_mask on payouts (merchant_id, destination_shown)
    where destination_shown like '%*%'`,

  // A row for each key that ever compared a card number: its hour of counting begins with the first.
  `create table card_comparisons (
    key_id uuid primary key,
    since timestamptz not null,
    compared integer not null
  )`,
];
