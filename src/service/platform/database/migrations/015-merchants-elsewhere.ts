import { sql, type Kysely } from 'kysely';

/**
 * People are in cell 0, and the merchant that somebody acts for may live in another cell: no foreign key reaches there.
 * Its name is kept beside its id, to be shown without asking that cell.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['people', 'invitations']) {
    await sql`alter table ${sql.table(table)}
      drop constraint ${sql.id(`${table}_merchant_id_fkey`)},
      add column merchant_name text`.execute(db);
  }
}
