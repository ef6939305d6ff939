import { sql, type RawBuilder } from 'kysely';
import type { Db, TimedWork, ExclusiveWork } from './schema.ts';

/** A time of the service's clock, or a placeholder for one in a statement that is run repeatedly. */
export type QueryTime = Date | RawBuilder<Date>;

const MS_PER_SECOND = 1_000;

/** @param ms negative for an earlier time */
export function after(time: QueryTime, ms: number): RawBuilder<Date> {
  return sql`(${time}::timestamptz + make_interval(secs => ${sql.lit(ms / MS_PER_SECOND)}))`;
}

interface Waiting {
  from: RawBuilder<unknown>;
  /** When a row is due: the first column of an index of the waiting rows. */
  at: RawBuilder<unknown>;
  /** A further condition on the waiting rows. */
  where?: RawBuilder<unknown>;
}

/**
 * Whether any row is due, according to the first entry of the index. With `exists` alone, the planner would expect a
 * third of all rows to be due by a time that it does not know, and scan the table from its beginning, past every row
 * that waits or ever waited.
 */
export function isAnyDue({ from, at, where }: Waiting, now: QueryTime): RawBuilder<boolean> {
  const isDue = sql`${at} <= ${now}::timestamptz`;
  const conditions = sql.join(where === undefined ? [isDue] : [isDue, where], sql` and `);
  return sql<boolean>`(
    select ${at} from ${from} where ${conditions} order by ${at} limit 1) is not null`;
}

/** The longest that work is deferred. A later time was set by a clock that was ahead, and counts as due. */
const LONGEST_MS = 2 * 24 * 3_600_000;

/** Whether timed work is due. */
export function isTimedWorkDue(work: TimedWork, now: QueryTime): RawBuilder<boolean> {
  return sql`exists (select from timed_work where name = ${work} and ${isDue(now)})`;
}

function isDue(now: QueryTime): RawBuilder<boolean> {
  return sql`(due_at <= ${now}::timestamptz or due_at > ${after(now, LONGEST_MS)})`;
}

/**
 * Claims timed work for this process until a time; returns false if it is not due. If the process dies, the work
 * becomes due again at that time.
 */
export async function claimTimedWork(
  db: Db,
  work: TimedWork,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('timed_work')
    .set({ due_at: until })
    .where('name', '=', work)
    .where(isDue(now))
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Sets when timed work is due next. */
export async function setDue(db: Db, work: TimedWork, at: Date): Promise<void> {
  await db.updateTable('timed_work').set({ due_at: at }).where('name', '=', work).execute();
}

/** Returns when timed work is due or, while a process does it, until when that process has claimed it. */
export async function dueTime(db: Db, work: TimedWork): Promise<Date | undefined> {
  const row = await db
    .selectFrom('timed_work')
    .select('due_at')
    .where('name', '=', work)
    .executeTakeFirst();
  return row?.due_at;
}

/**
 * Locks exclusive work until the transaction ends. Returns false, without waiting, if another process has locked it.
 */
export async function tryLockExclusiveWork(trx: Db, work: ExclusiveWork): Promise<boolean> {
  const { rows } = await sql`
    select from exclusive_work where name = ${work} for update skip locked`.execute(trx);
  return rows.length > 0;
}
