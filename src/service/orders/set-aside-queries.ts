import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { QueryTime } from '../platform/database/query-time.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { SweepName } from '../platform/database/tables/asks.ts';

type Db = Kysely<Tables>;

/** Whether a row is set aside: for a while yet after `at`, or at all. */
export function isSetAside(
  work: SweepName,
  rowId: Expression<unknown>,
  at?: QueryTime,
): RawBuilder<boolean> {
  const still = at === undefined ? sql`true` : sql`set_aside.retry_at > ${at}`;
  return sql<boolean>`exists (
    select from set_aside where set_aside.work = ${work} and set_aside.row_id = (${rowId})::text
      and ${still})`;
}

/** The first time for some seconds, then twice as long each time, up to an hour. */
export async function upsertSetAside(
  trx: Db,
  row: { work: SweepName; rowId: string; error: string; at: Date },
): Promise<number> {
  const { work, rowId, error, at } = row;
  const retries = RETRY_SECONDS.map((seconds) => new Date(at.getTime() + seconds * 1_000));
  const { rows } = await sql<{ failures: number }>`
    insert into set_aside (work, row_id, failures, retry_at, error, first_failed_at, last_failed_at)
    values (${work}, ${rowId}, 1, ${retries[0]}, ${error}, ${at}, ${at})
    on conflict (work, row_id) do update set
      failures = set_aside.failures + 1,
      retry_at = (${retries}::timestamptz[])[1 + least(set_aside.failures, ${retries.length - 1}::integer)],
      error = excluded.error,
      last_failed_at = excluded.last_failed_at
    returning failures`.execute(trx);
  return rows[0]?.failures ?? 1;
}

const RETRY_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600];

/** @returns how many of the rows had been set aside */
export async function deleteSetAside(trx: Db, work: SweepName, rowIds: string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('set_aside')
    .where('work', '=', work)
    .where('row_id', 'in', rowIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
