import type { Kysely } from 'kysely';
import type { PayoutAttemptRow, PayoutOutcome, PayoutRow } from '../database/schema-payouts.ts';
import type { Tables } from '../database/schema.ts';
import { prepared, statement, type Slot } from '../database/statement.ts';
import { PAYOUT_COLUMNS } from './payout-columns.ts';

type Db = Kysely<Tables>;

/**
 * The order of an attempt whose outcome is still unknown. Its group, by the first order, and then order
 * and attempt are locked until the transaction ends: the sequence of `lockPayout`.
 */
export async function lockOpenPayout(trx: Db, attemptId: string): Promise<PayoutRow | undefined> {
  await lockGroup(trx, { attemptId });
  const [payout] = await openPayout(trx, { attemptId });
  return payout;
}

const lockGroup = statement('lock_payout_group', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payouts')
    .select('id')
    .where('part', '=', 0)
    .where('group_id', '=', (eb) =>
      eb
        .selectFrom('payout_attempts')
        .innerJoin('payouts as other', 'other.id', 'payout_attempts.payout_id')
        .select('other.group_id')
        .where('payout_attempts.id', '=', slot('attemptId')),
    )
    .forUpdate()
    .compile(),
);

const openPayout = statement('lock_open_payout', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .select(PAYOUT_COLUMNS.map((column) => `payouts.${column}` as const))
    .where('payout_attempts.id', '=', slot('attemptId'))
    .where('payout_attempts.outcome', 'is', null)
    .forUpdate()
    .compile(),
);

/** The caller holds the attempt locked and open. */
export async function closePayoutAttempt(
  trx: Db,
  attemptId: string,
  end: { outcome: PayoutOutcome; reference: string | null; at: Date },
): Promise<void> {
  await prepared(
    trx,
    trx
      .updateTable('payout_attempts')
      .set({ outcome: end.outcome, provider_reference: end.reference, settled_at: end.at })
      .where('id', '=', attemptId)
      .compile(),
  );
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
