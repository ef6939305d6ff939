import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/**
 * Gives a payin the operator's comment, in the place of an earlier one: for operators, and for merchants whose
 * webhooks are extended. An event that is recorded already stays as it is.
 *
 * @param comment null takes it away
 * @returns false when there is no such payin
 */
export async function commentPayin(
  db: Kysely<Tables>,
  id: string,
  comment: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payins')
    .set({ comment_internal: comment })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function internalComment(db: Kysely<Tables>, id: string) {
  return db.selectFrom('payins').select('comment_internal').where('id', '=', id).executeTakeFirst();
}
