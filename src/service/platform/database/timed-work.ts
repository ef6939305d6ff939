import { sql, type Kysely, type RawBuilder } from 'kysely';
import { after, type QueryTime } from './query-time.ts';
import type { Tables, TimedWork } from './schema.ts';

type Db = Kysely<Tables>;

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
