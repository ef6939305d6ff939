import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

type Db = Kysely<Tables>;

/** Whether tables are made elsewhere: a node of Citus that is not its coordinator refuses to. */
export async function isWorkerNode(db: Db): Promise<boolean> {
  if (!(await isOnCitus(db))) return false;
  const { rows } = await sql<{ groupid: number }>`select groupid from pg_dist_local_group`.execute(
    db,
  );
  return rows.some(({ groupid }) => groupid !== 0);
}

/**
 * On Citus a cell is a distributed schema, which lives whole on one node and is moved whole. To be called once its tables
 * are there: of tables that are distributed Citus refuses some of what the first migrations say.
 *
 * @param trx on the coordinator
 */
export async function distributeSchema(trx: Db, schema: string): Promise<void> {
  if (!(await isOnCitus(trx))) return;
  const distributed = await sql`
    select from pg_dist_schema where schemaid = ${schema}::regnamespace`.execute(trx);
  if (distributed.rows.length > 0) return;
  await sql`select citus_schema_distribute(${schema}::regnamespace)`.execute(trx);
}

export async function isOnCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}
