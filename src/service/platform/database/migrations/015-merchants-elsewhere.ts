import { sql, type Kysely } from 'kysely';

/**
 * Drops the foreign keys of people and invitations to merchants: people are in cell 0, and their merchant may be in
 * another cell. Adds the name of the merchant, to be shown without asking that cell.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['people', 'invitations']) {
    await sql`alter table ${sql.table(table)}
      drop constraint ${sql.id(`${table}_merchant_id_fkey`)},
      add column merchant_name text`.execute(db);
  }
}
