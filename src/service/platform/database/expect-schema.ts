import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Db } from './schema.ts';

/**
 * Checks that statements find their tables in the schema of DATABASE_SCHEMA. The role sets it, because every pooler
 * carries a role's settings; parameters of a connection are refused or lost.
 *
 * @throws StartError with the command that sets it
 */
export async function expectSchema(db: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ current: string | null; role: string; database: string }>`
    select current_schema() as current, quote_ident(session_user) as role,
      quote_ident(current_database()) as database`.execute(db);
  const [{ current, role, database } = { current: null, role: '', database: '' }] = rows;
  if (current === schema) return;
  throw new StartError(
    `DATABASE_SCHEMA is ${schema}, but the connection uses ${current ?? 'no schema that exists'}. ` +
      `Run "alter role ${role} in database ${database} set search_path = ${schema}"; ` +
      '"npm run migrate" creates the schema.',
  );
}
