import { sql, type Kysely } from 'kysely';
import type { PayoutOutcome } from '#domain/order/attempt.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../platform/database/statement.ts';
import type { KnownPayout } from '../providers/acquirer.ts';
import { pauseEnd, type AskPlace, type AskState } from '../orders/ask-schedule.ts';
import { PAYOUT_COLUMNS } from './payout-columns.ts';

type Db = Kysely<Tables>;

/** A payout's attempt whose outcome is still unknown, and its order. */
export interface OpenPayout {
  payout: PayoutRow;
  attempt: Pick<AskState, 'created_at'>;
}

/**
 * Undefined when the outcome is known. The group, by its first order, and then order and attempt are
 * locked until the transaction ends: the sequence of `lockPayout`.
 */
export async function lockOpenPayout(trx: Db, attemptId: string): Promise<OpenPayout | undefined> {
  await lockGroup(trx, { attemptId });
  const [row] = await openPayout(trx, { attemptId });
  if (row === undefined) return undefined;
  const { attempted_at, ...payout } = row;
  return { payout, attempt: { created_at: attempted_at } };
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
    .select('payout_attempts.created_at as attempted_at')
    .where('payout_attempts.id', '=', slot('attemptId'))
    .where('payout_attempts.outcome', 'is', null)
    .forUpdate()
    .compile(),
);

/** An attempt as its adapter gets to know it, its order, and where it was made. */
export interface PayoutFacts extends KnownPayout {
  orderId: string;
  terminal: RoutedTerminal;
}

export async function selectPayoutAttempt(
  db: Db,
  attemptId: string,
): Promise<PayoutFacts | undefined> {
  const row = await db
    .selectFrom('payout_attempts as attempt')
    .innerJoin('payouts', 'payouts.id', 'attempt.payout_id')
    .innerJoin('terminals', 'terminals.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.created_at as startedAt'])
    .select(['payouts.id as orderId', 'payouts.amount_minor as amountMinor', 'payouts.currency'])
    .select(['terminals.id as terminalId', 'terminals.adapter', 'terminals.version'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { terminalId, adapter, version, ...facts } = row;
  return { ...facts, terminal: { id: terminalId, adapter, version } };
}

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

/**
 * Records that an attempt was paid which had ended otherwise.
 *
 * @returns its order; undefined where it was paid, is open, or this was recorded before
 */
export async function payAfterEnd(
  trx: Db,
  attemptId: string,
  reference: string,
  at: Date,
): Promise<Pick<PayoutRow, 'id' | 'status'> | undefined> {
  const { rows } = await sql<Pick<PayoutRow, 'id' | 'status'>>`
    update payout_attempts set paid_after_end_at = ${at}, provider_reference = ${reference}
    from payouts
    where payout_attempts.id = ${attemptId} and payouts.id = payout_attempts.payout_id
      and outcome <> 'paid' and paid_after_end_at is null
    returning payouts.id, payouts.status`.execute(trx);
  return rows[0];
}

/** The provider answered, and the attempt stays open. The caller holds it locked. */
export async function reschedulePayoutAttempt(
  trx: Db,
  attemptId: string,
  next: Pick<AskPlace, 'asked' | 'next_ask_at'>,
  now: Date,
): Promise<void> {
  const { asked, next_ask_at } = next;
  await trx
    .updateTable('payout_attempts')
    .set({ asked, next_ask_at, unanswered: 0, leased_until: pauseEnd(now) })
    .where('id', '=', attemptId)
    .execute();
}
