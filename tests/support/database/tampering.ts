/** Writes of somebody who has write access to the database, and nothing else. */
import { sql } from 'kysely';
import type { BoundTable } from '#service/platform/bound-rows.ts';
import type { RunningService } from '../process/service.ts';

type Tampered = Pick<RunningService, 'db'>;

/** A row with all columns, as the text of a JSON object. */
export async function copyRow({ db }: Tampered, table: BoundTable, id: string): Promise<string> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(kept) as row from ${sql.table(table)} kept where id = ${id}`.execute(db);
  return JSON.stringify(rows[0]?.row);
}

/** Overwrites all columns of a row by those of a copy. */
export async function copyRowBack(
  { db }: Tampered,
  table: BoundTable,
  row: { id: string; copy: string },
): Promise<void> {
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  await sql`update ${sql.table(table)} set (${names}) = (
    select ${names} from jsonb_populate_record(null::${sql.table(table)}, ${row.copy}::jsonb))
    where id = ${row.id}`.execute(db);
}

/** Inserts a copy of a row, with other values of some columns. */
export async function insertCopy(
  { db }: Tampered,
  table: BoundTable,
  { copy, changes }: { copy: string; changes: object },
): Promise<void> {
  await sql`insert into ${sql.table(table)} select * from jsonb_populate_record(
    null::${sql.table(table)}, ${copy}::jsonb || ${JSON.stringify(changes)}::jsonb)`.execute(db);
}
