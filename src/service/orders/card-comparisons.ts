import type { Kysely } from 'kysely';
import { findCardNumber } from '#domain/card/find-number.ts';
import type { Tables } from '../platform/database/schema.ts';
import { addComparisons, selectSpentComparisons } from './card-comparison-queries.ts';

/**
 * Whoever may ask whether a payout went to a given card number finds out the masked digits by asking
 * often enough, so a key may ask this often within an hour; by the masked number as often as it likes.
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
  db: Kysely<Tables>,
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
export async function mayConfirm(
  db: Kysely<Tables>,
  keyId: string,
): Promise<TooManyComparisons | undefined> {
  const hour = await selectSpentComparisons(db, keyId, CARD_COMPARISONS_PER_HOUR);
  return hour && tooMany(hour.seconds_left);
}

function tooMany(seconds: number): TooManyComparisons {
  return { code: 'too_many_comparisons', retryAfterSeconds: Math.max(1, seconds) };
}
