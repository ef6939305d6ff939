import { sql, type Kysely } from 'kysely';

/** Adds declined cards, by what their payers have in common. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // `key` is a keyed hash of an address, of a card's first digits, or of an e-mail.
  `create table failed_cards (
    merchant_id uuid not null,
    key bytea not null,
    card_fingerprint bytea not null,
    failed_at timestamptz not null,
    primary key (merchant_id, key, card_fingerprint)
  )`,
  `create index failed_cards_of_key on failed_cards (merchant_id, key, failed_at)`,
  `create index failed_cards_to_forget on failed_cards (failed_at)`,
  // For an open attempt, the keys by which its card is counted if it is declined.
  `alter table payin_attempts add column failure_keys bytea[]`,
];
