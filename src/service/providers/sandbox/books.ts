import type { Kysely, Selectable } from 'kysely';
import type { AcquirerPaymentTable, Tables } from '../../database/schema.ts';

export type BookedPayment = Selectable<AcquirerPaymentTable>;

/**
 * Books a payment under its attempt id.
 *
 * @returns false when the id is taken: the attempt was made before, or was given up as never seen
 */
export async function bookPayment(db: Kysely<Tables>, payment: BookedPayment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sandbox_acquirer.payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPayment(
  db: Kysely<Tables>,
  attemptId: string,
): Promise<BookedPayment | undefined> {
  return db
    .selectFrom('sandbox_acquirer.payments')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}
