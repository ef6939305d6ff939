import { findCardNumber } from '#domain/card/find-number.ts';
import { isNumericPixKey } from '#domain/order/pix-key.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/**
 * How often a key may compare a payout's destination with card numbers within an hour. Without a limit, it could find
 * out the masked digits by trying. Comparing with the masked number is not limited.
 */
export const CARD_COMPARISONS_PER_HOUR = 60;
const HOUR_SECONDS = 3_600;

export interface TooManyComparisons {
  code: 'too_many_comparisons';
  retryAfterSeconds: number;
}

/** Counts the different card numbers among the accounts of a filter. A PIX key is none. */
export function countCardNumbers(accounts: readonly string[]): number {
  const numbers = accounts
    .filter((text) => !isNumericPixKey(text))
    .map((text) => findCardNumber(text));
  return new Set(numbers.filter((number) => number !== undefined)).size;
}

/**
 * Counts comparisons of a key's hour, exactly, for all processes together. If they exceed the limit, counts none of
 * them.
 *
 * @returns undefined if they may be made
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
 * Returns why an answer must not confirm a card number to a key; undefined if it may. Once the key's hour is used up,
 * wrong numbers are refused, so that a confirmation would single out the right one.
 */
export async function refuseConfirmation(
  db: Db,
  keyId: string,
): Promise<TooManyComparisons | undefined> {
  const hour = await selectSpentComparisons(db, keyId, CARD_COMPARISONS_PER_HOUR);
  return hour && tooMany(hour.seconds_left);
}

function tooMany(seconds: number): TooManyComparisons {
  return { code: 'too_many_comparisons', retryAfterSeconds: Math.max(1, seconds) };
}

/**
 * Adds to the comparisons of a key's hour, or begins a new hour, by the database's clock. Uses one statement, so that
 * the count is exact however many processes there are.
 *
 * @returns false if they exceed the limit; nothing is added then
 */
async function addComparisons(
  db: Db,
  { keyId, count, most }: { keyId: string; count: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into card_comparisons as spent (key_id, since, compared)
    values (${keyId}, now(), ${count}::integer)
    on conflict (key_id) do update set
      since = case when ${isHourOver(NEW_HOUR_START)} then excluded.since else spent.since end,
      compared = case when ${isHourOver(NEW_HOUR_START)} then 0 else spent.compared end + excluded.compared
    where ${isHourOver(NEW_HOUR_START)} or spent.compared + excluded.compared <= ${most}::integer
    returning spent.key_id`.execute(db);
  return rows.length === 1;
}

/** Reads how long a key's hour still runs, if it does and has at least so many comparisons. */
async function selectSpentComparisons(
  db: Db,
  keyId: string,
  atLeast: number,
): Promise<{ seconds_left: number } | undefined> {
  const { rows } = await sql<{ seconds_left: number }>`
    select ceil(extract(epoch from spent.since + interval '1 hour' - now()))::integer as seconds_left
    from card_comparisons as spent
    where spent.key_id = ${keyId} and spent.compared >= ${atLeast}::integer
      and not ${isHourOver(sql`now()`)}`.execute(db);
  return rows[0];
}

/** The start of a new hour: the value that the insert proposes. */
const NEW_HOUR_START = sql`excluded.since`;

/** Does not subtract an interval: that would depend on the session's time zone. */
function isHourOver(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${at} - spent.since >= interval '1 hour')`;
}
