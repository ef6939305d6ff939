import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { MAX_REFERENCE_LENGTH, type KnownAttempt } from '../../providers/acquirer.ts';
import { replaceReference } from './attempt-queries.ts';

/**
 * Stores an acquirer's reference in place of the one that was read, or of the one that this stored
 * before: whoever read the same and comes second must not go on.
 */
export function rememberer(
  db: Kysely<Tables>,
  attemptId: string,
  read?: string,
): KnownAttempt['remember'] {
  let last = read;
  return async (next) => {
    if (next.length > MAX_REFERENCE_LENGTH) throw new Error("An acquirer's reference is too long");
    if (!(await replaceReference(db, attemptId, { read: last, next }))) {
      throw new Error('The attempt was settled or another reference stored meanwhile');
    }
    last = next;
  };
}
