import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Whether this is a Citus node other than the coordinator: such a node refuses to create tables. */
export async function isWorkerNode(db: Db): Promise<boolean> {
  if (!(await isOnCitus(db))) return false;
  const { rows } = await sql<{ groupid: number }>`select groupid from pg_dist_local_group`.execute(
    db,
  );
  return rows.some(({ groupid }) => groupid !== 0);
}

/**
 * Makes the schema of a cell a distributed schema on Citus: it is on one node as a whole, and moves as a whole. Call it
 * once the tables exist, because Citus refuses some statements of the first migrations for distributed tables.
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

async function isOnCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

export interface SchemaMove {
  schema: string;
  /** Host and port of the target node. */
  to: string;
  /** The state of the job, in the terms of Citus. */
  state: 'scheduled' | 'running' | 'finished' | 'cancelling' | 'cancelled' | 'failing' | 'failed';
  /** Why it has not succeeded so far. */
  error: string | null;
}

/** What must be known before a schema is moved. */
export interface Movable {
  /** Host and port of each node that may have schemas. */
  nodes: readonly string[];
  /** Host and port of its node; undefined if it is no distributed schema of this cluster. */
  home: string | undefined;
  isCoordinator: boolean;
  /** Whether this role may create background jobs of Citus. */
  isAllowed: boolean;
}

/** The type of our jobs among those of Citus. */
const JOB_TYPE = 'tollgate_move';
/** Any table of a cell: all of them are on one node. */
const A_TABLE = 'payins';
/** The states of jobs that have ended. */
const ENDED = new Set<SchemaMove['state']>(['finished', 'cancelled', 'failed']);

export function isUnderWay({ state }: SchemaMove): boolean {
  return !ENDED.has(state);
}

/** @returns undefined without Citus */
export async function readMovable(db: Db, schema: string): Promise<Movable | undefined> {
  if (!(await isOnCitus(db))) return undefined;
  const { rows } = await sql<Omit<Movable, 'home'>>`
    select array(select nodename || ':' || nodeport from pg_dist_node
        where noderole = 'primary' and shouldhaveshards order by groupid) as nodes,
      (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      has_table_privilege('pg_catalog.pg_dist_background_job', 'insert')
        and has_table_privilege('pg_catalog.pg_dist_background_task', 'insert')
        and has_sequence_privilege('pg_catalog.pg_dist_background_job_job_id_seq', 'usage')
        and has_sequence_privilege('pg_catalog.pg_dist_background_task_task_id_seq', 'usage')
        as "isAllowed"`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  return { ...found, home: await selectHome(db, schema) };
}

/**
 * Returns the node that a schema is on, by default the schema of this connection's statements; undefined without Citus.
 */
export async function nodeOf(db: Db, schema?: string): Promise<string | undefined> {
  return (await isOnCitus(db)) ? selectHome(db, schema) : undefined;
}

async function selectHome(db: Db, schema?: string): Promise<string | undefined> {
  const table = schema === undefined ? A_TABLE : `${schema}.${A_TABLE}`;
  const { rows } = await sql<{ node: string }>`
    select nodename || ':' || nodeport as node
    from pg_dist_shard join pg_dist_shard_placement using (shardid)
    where logicalrelid = to_regclass(${table})`.execute(db);
  return rows[0]?.node;
}

/**
 * Starts a background job of Citus that moves a schema while it is in use. None of our sessions waits for it, and it
 * continues after a restart. It begins some seconds after the transaction is committed.
 *
 * @param trx on the coordinator
 * @param to host and port, as in `readMovable`
 */
export async function beginMove(trx: Db, schema: string, to: string): Promise<void> {
  const [host, port] = hostAndPort(to);
  await sql`with job as (
      insert into pg_dist_background_job (job_type, description)
      values (${JOB_TYPE}, ${`${schema} ${to}`}) returning job_id)
    insert into pg_dist_background_task (job_id, command)
    select job_id, format('select citus_schema_move(%L, %L, %s)', ${schema}::text, ${host}::text, ${port}::integer)
    from job`.execute(trx);
}

function hostAndPort(node: string): [host: string, port: number] {
  const colon = node.lastIndexOf(':');
  return [node.slice(0, colon), Number(node.slice(colon + 1))];
}

/**
 * Returns the latest move of each schema that was moved with `beginMove`; none without Citus.
 *
 * @param db on the coordinator
 */
export async function latestMoves(db: Db): Promise<SchemaMove[]> {
  if (!(await isOnCitus(db))) return [];
  const { rows } = await sql<SchemaMove>`
    select distinct on (1) split_part(job.description, ' ', 1) as schema,
      split_part(job.description, ' ', 2) as to, job.state::text as state,
      case when job.state = 'finished' then null else nullif(task.message, '') end as error
    from pg_dist_background_job job join pg_dist_background_task task using (job_id)
    where job.job_type = ${JOB_TYPE}
    order by 1, job_id desc`.execute(db);
  return rows;
}
