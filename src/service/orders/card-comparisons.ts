import { findCardNumber } from '#domain/card/find-number.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/**
 * A key that may compare a payout's destination with card numbers finds out the masked digits by comparing
 * often enough. So it may compare this often within an hour; by the masked number as often as it likes.
 */
export const CARD_COMPARISONS_PER_HOUR = 60;
const HOUR_SECONDS = 3_600;

export interface TooManyComparisons {
  code: 'too_many_comparisons';
  retryAfterSeconds: number;
}

/** How many different card numbers the values of a filter hold. */
export function countCardNumbers(texts: readonly string[]): number {
  return new Set(texts.map(findCardNumber).filter((number) => number !== undefined)).size;
}

/**
 * Counts comparisons against the key's hour, exact over all processes. Nothing is counted of what the
 * hour has no room for.
 *
 * @returns undefined when they may be made
 */
export async function spendComparisons(
  db: Db,
  keyId: string,
  count: number,
): Promise<TooManyComparisons | undefined> {
  if (count === 0) return undefined;
  if (count > CARD_COMPARISONS_PER_HOUR) return tooMany(HOUR_SECONDS);
  const added = await addComparisons(db, { keyId, count, most: CARD_COMPARISONS_PER_HOUR });
  if (added) return undefined;
  const hour = await selectSpentComparisons(db, keyId, 0);
  return tooMany(hour?.seconds_left ?? 1);
}

/**
 * Whether an answer to a key may still say that a card number is the right one: when its hour is used up,
 * that would distinguish it from the wrong ones.
 */
export async function mayConfirm(db: Db, keyId: string): Promise<TooManyComparisons | undefined> {
  const hour = await selectSpentComparisons(db, keyId, CARD_COMPARISONS_PER_HOUR);
  return hour && tooMany(hour.seconds_left);
}

function tooMany(seconds: number): TooManyComparisons {
  return { code: 'too_many_comparisons', retryAfterSeconds: Math.max(1, seconds) };
}

/**
 * Adds to what a key has compared within its hour, or begins a new hour, by the database's clock: one
 * statement, so that any number of processes count as one.
 *
 * @returns false when there is no room for so many; then nothing is added
 */
async function addComparisons(
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
async function selectSpentComparisons(
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
