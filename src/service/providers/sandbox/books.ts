import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AcquirerOutcome, AcquirerPaymentTable, Tables } from '../../database/schema.ts';
import { prepared } from '../../database/statement.ts';

export type BookedPayment = Selectable<AcquirerPaymentTable>;

/**
 * Books a payment under its attempt id.
 *
 * @returns false when the id is taken: the attempt was made before, or was given up as never seen
 */
export async function bookPayment(
  db: Kysely<Tables>,
  payment: Insertable<AcquirerPaymentTable>,
): Promise<boolean> {
  const query = db
    .insertInto('sandbox_acquirer.payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
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

/** Ends an open challenge, once; one that was ended before stays as it was. */
export async function endChallenge(
  db: Kysely<Tables>,
  attemptId: string,
  end: { outcome: AcquirerOutcome; message: string | null },
): Promise<void> {
  await db
    .updateTable('sandbox_acquirer.payments')
    .set(end)
    .where('attempt_id', '=', attemptId)
    .where('outcome', '=', 'challenge')
    .execute();
}
