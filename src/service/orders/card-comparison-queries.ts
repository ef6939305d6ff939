import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

type Db = Kysely<Tables>;

/**
 * Adds to what a key has compared within its hour, or begins a new hour, by the database's clock: one
 * statement, so that any number of processes count as one.
 *
 * @returns false when there is no room for so many; then nothing is added
 */
export async function addComparisons(
  db: Db,
  { keyId, count, most }: { keyId: string; count: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into card_comparisons as spent (key_id, since, compared)
    values (${keyId}, now(), ${count}::integer)
    on conflict (key_id) do update set
      since = case when ${isOver(BEGUN)} then excluded.since else spent.since end,
      compared = case when ${isOver(BEGUN)} then 0 else spent.compared end + excluded.compared
    where ${isOver(BEGUN)} or spent.compared + excluded.compared <= ${most}::integer
    returning spent.key_id`.execute(db);
  return rows.length === 1;
}

/** A key's hour, if it runs and at least so many were compared in it. */
export async function selectSpentComparisons(
  db: Db,
  keyId: string,
  atLeast: number,
): Promise<{ seconds_left: number } | undefined> {
  const { rows } = await sql<{ seconds_left: number }>`
    select ceil(extract(epoch from spent.since + interval '1 hour' - now()))::integer as seconds_left
    from card_comparisons as spent
    where spent.key_id = ${keyId} and spent.compared >= ${atLeast}::integer
      and not ${isOver(sql`now()`)}`.execute(db);
  return rows[0];
}

/** What the row would have been, had there been none. */
const BEGUN = sql`excluded.since`;

/** Citus takes no function here that depends on the session's time zone, as to subtract an interval does. */
function isOver(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${at} - spent.since >= interval '1 hour')`;
}
