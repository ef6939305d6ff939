import { sql, type Kysely } from 'kysely';

/** What the acquirer's challenge page shows, and where it sends the shopper back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox_acquirer.payments
      add column order_id uuid,
      add column amount_minor bigint,
      add column currency text,
      add column card_number_masked text`.execute(db);
}
