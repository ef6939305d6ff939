import type { Insertable, Selectable } from 'kysely';
import type { BookedOutcome, AcquirerPaymentTable, SandboxDb } from './schema.ts';
import type { Decline } from './cards.ts';
import { prepared } from '../platform/database/statement.ts';

export type BookedPayment = Selectable<AcquirerPaymentTable>;

/**
 * Records a payment under its attempt id.
 *
 * @returns false if the id is taken: the attempt was made before, or it was given up as never seen
 */
export async function bookPayment(
  db: SandboxDb,
  payment: Insertable<AcquirerPaymentTable>,
): Promise<boolean> {
  const query = db
    .insertInto('sandbox.payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
}

export async function findPayment(
  db: SandboxDb,
  attemptId: string,
): Promise<BookedPayment | undefined> {
  return db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}

/** Ends an open challenge. One that has ended already does not change. */
export async function endChallenge(
  db: SandboxDb,
  attemptId: string,
  end: { outcome: BookedOutcome } & Partial<Decline>,
): Promise<void> {
  await db
    .updateTable('sandbox.payments')
    .set(end)
    .where('attempt_id', '=', attemptId)
    .where('outcome', '=', 'challenge')
    .execute();
}
