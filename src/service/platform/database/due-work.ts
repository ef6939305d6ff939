import { sql, type RawBuilder } from 'kysely';
import type { Db, TimedWork, ExclusiveWork } from './schema.ts';

/** A time of the service's clock, or a place in a statement for one that differs from run to run. */
export type QueryTime = Date | RawBuilder<Date>;

const MS_PER_SECOND = 1_000;

/** @param ms negative for what was before */
export function after(time: QueryTime, ms: number): RawBuilder<Date> {
  return sql`(${time}::timestamptz + make_interval(secs => ${sql.lit(ms / MS_PER_SECOND)}))`;
}

interface Waiting {
  from: RawBuilder<unknown>;
  /** When a row is due: the first column of an index of those that wait. */
  at: RawBuilder<unknown>;
  /** What else holds of them. */
  where?: RawBuilder<unknown>;
}

/**
 * Whether any row is due, by the first entry of the index. Asked only whether there is one, the planner would take a
 * third of all rows to be due by a time that it does not know, and look for one from the table's beginning: past all that
 * waits, and all that ever did.
 */
export function isAnyDue({ from, at, where }: Waiting, now: QueryTime): RawBuilder<boolean> {
  const isDue = sql`${at} <= ${now}::timestamptz`;
  const conditions = sql.join(where === undefined ? [isDue] : [isDue, where], sql` and `);
  return sql<boolean>`(
    select ${at} from ${from} where ${conditions} order by ${at} limit 1) is not null`;
}

/** No work is put off for longer: a time beyond that was given by a clock that went ahead. */
const LONGEST_MS = 2 * 24 * 3_600_000;

/** Whether the time has come for work that is done so long after it was done last. */
export function isTimeFor(work: TimedWork, now: QueryTime): RawBuilder<boolean> {
  return sql`exists (select from timed_work where name = ${work} and ${isDue(now)})`;
}

function isDue(now: QueryTime): RawBuilder<boolean> {
  return sql`(due_at <= ${now}::timestamptz or due_at > ${after(now, LONGEST_MS)})`;
}

/**
 * Whether this process is to do the work, and no other until then: where it dies at it, the work is due
 * again by itself.
 */
export async function takeTimedWork(
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

/** When it is to be done next. */
export async function setDue(db: Db, work: TimedWork, at: Date): Promise<void> {
  await db.updateTable('timed_work').set({ due_at: at }).where('name', '=', work).execute();
}

/** When it is due, or under way until. */
export async function dueTime(db: Db, work: TimedWork): Promise<Date | undefined> {
  const row = await db
    .selectFrom('timed_work')
    .select('due_at')
    .where('name', '=', work)
    .executeTakeFirst();
  return row?.due_at;
}

/** Whether no other process is at this work; then it is ours until the transaction ends. */
export async function tryTurn(trx: Db, work: ExclusiveWork): Promise<boolean> {
  const { rows } = await sql`
    select from exclusive_work where name = ${work} for update skip locked`.execute(trx);
  return rows.length > 0;
}
