import type { Kysely } from 'kysely';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../../platform/database/statement.ts';
import { pauseEnd, type AskState } from '../../orders/ask-schedule.ts';
import type { AttemptEnd } from '../payin-moves.ts';
import { PAYIN_COLUMNS } from '../payin-columns.ts';

type Db = Kysely<Tables>;

/** All attempts of an order, and those of them that a provider declined. An order has few. */
export async function countAttempts(
  db: Db,
  payinId: string,
): Promise<{ made: number; declined: number }> {
  const counts = await db
    .selectFrom('payin_attempts')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('made'),
      fn
        .countAll<bigint>()
        .filterWhere('outcome', 'in', ['soft_decline', 'hard_decline'])
        .as('declined'),
    ])
    .where('payin_id', '=', payinId)
    .executeTakeFirstOrThrow();
  return { made: Number(counts.made), declined: Number(counts.declined) };
}

/** An attempt whose outcome is still unknown, and its order. */
export interface OpenAttempt {
  payin: PayinRow;
  attempt: AskState;
}

/**
 * Undefined when the outcome is known. Order and attempt, in this sequence, are locked until the
 * transaction ends.
 */
export async function lockOpenAttempt(
  trx: Db,
  attemptId: string,
): Promise<OpenAttempt | undefined> {
  const [row] = await openAttempt(trx, { attemptId });
  if (row === undefined) return undefined;
  const { asked, next_ask_at, challenged_at, ...payin } = row;
  return { payin, attempt: { asked, next_ask_at, challenged_at } };
}

const openAttempt = statement('lock_open_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
    .select(['payin_attempts.asked', 'payin_attempts.next_ask_at', 'payin_attempts.challenged_at'])
    .where('payin_attempts.id', '=', slot('attemptId'))
    .where('payin_attempts.outcome', 'is', null)
    .forUpdate(['payins', 'payin_attempts'])
    .compile(),
);

/** The caller holds the attempt locked and open. */
export async function closeAttempt(
  trx: Db,
  attemptId: string,
  end: AttemptEnd,
  at: Date,
): Promise<void> {
  await prepared(
    trx,
    trx
      .updateTable('payin_attempts')
      .set({
        outcome: end.outcome,
        provider_reference: end.reference,
        decline_reason: end.declineReason,
        settled_at: at,
      })
      .where('id', '=', attemptId)
      .compile(),
  );
}

/** The provider answered, and the attempt stays open. The caller holds it locked. */
export async function reschedulePayinAttempt(
  trx: Db,
  attemptId: string,
  next: AskState,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('payin_attempts')
    .set({ ...next, unanswered: 0, leased_until: pauseEnd(now) })
    .where('id', '=', attemptId)
    .execute();
}

/** The end of the waiting time of an attempt's order. */
export async function selectWaitingEnd(db: Db, attemptId: string): Promise<Date> {
  const { expires_at: expiresAt } = await db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select('payins.expires_at')
    .where('payin_attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return expiresAt;
}

/** The attempt of an order that waits for its shopper at the bank. */
export async function selectChallengedAttempt(
  db: Db,
  payinId: string,
): Promise<{ id: string; adapter: string } | undefined> {
  return db
    .selectFrom('payin_attempts')
    .select(['id', 'adapter'])
    .where('payin_id', '=', payinId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
}
