import { sql } from 'kysely';
import { bindRows, type BoundTable } from '#service/platform/bound-rows.ts';
import type { RunningService } from '../process/service.ts';

/** Renews the keyed hashes of all rows of a table, which a test has changed by SQL as the service would have. */
export async function bindAll(
  { db, context }: Pick<RunningService, 'db' | 'context'>,
  table: BoundTable,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  await bindRows({ db, keyring: context.keyring }, new Map([[table, ids]]));
}
