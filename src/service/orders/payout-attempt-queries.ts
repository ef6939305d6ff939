import type { Insertable, Kysely } from 'kysely';
import type {
  PayoutAttemptRow,
  PayoutAttemptTable,
  PayoutOutcome,
} from '../database/schema-payouts.ts';
import type { Tables } from '../database/schema.ts';

type Db = Kysely<Tables>;

export async function insertPayoutAttempts(
  trx: Db,
  attempts: Insertable<PayoutAttemptTable>[],
): Promise<void> {
  await trx.insertInto('payout_attempts').values(attempts).execute();
}

/** The order that an attempt is of. */
export async function selectPayoutOfAttempt(
  db: Db,
  attemptId: string,
): Promise<string | undefined> {
  const attempt = await db
    .selectFrom('payout_attempts')
    .select('payout_id')
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return attempt?.payout_id;
}

/**
 * Writes what came of an attempt, once. The caller holds its order locked.
 *
 * @returns false when that is known already
 */
export async function closePayoutAttempt(
  trx: Db,
  attemptId: string,
  end: { outcome: PayoutOutcome; reference: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payout_attempts')
    .set({ outcome: end.outcome, provider_reference: end.reference, settled_at: end.at })
    .where('id', '=', attemptId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Attempts due to be asked about, locked; those that another process has are passed over. */
export async function lockDuePayoutAttempts(
  trx: Db,
  now: Date,
  most: number,
): Promise<Pick<PayoutAttemptRow, 'id' | 'adapter' | 'asked'>[]> {
  return trx
    .selectFrom('payout_attempts')
    .select(['id', 'adapter', 'asked'])
    .where('outcome', 'is', null)
    .where('next_ask_at', '<=', now)
    .orderBy('next_ask_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Notes that an attempt was asked about, and when it is due again. */
export async function schedulePayoutAsk(
  trx: Db,
  attemptId: string,
  next: { asked: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('payout_attempts')
    .set({ asked: next.asked, next_ask_at: next.at })
    .where('id', '=', attemptId)
    .execute();
}
