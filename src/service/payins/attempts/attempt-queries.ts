import type { AttemptOutcome } from '#domain/order/attempt.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql, type Kysely } from 'kysely';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../../platform/database/statement.ts';
import type { KnownAttempt } from '../../providers/acquirer.ts';
import { pauseEnd, type AskPlace, type AskState } from '../../orders/ask-schedule.ts';
import type { AttemptEnd } from '../payin-moves.ts';
import { PAYIN_COLUMNS } from '../payin-columns.ts';

type Db = Kysely<Tables>;

/**
 * The attempts of an order that no other followed in the same submission, and those of them that a
 * provider declined. An order has few.
 */
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
    .where('superseded', '=', false)
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
  const { attempted_at, challenged_at, ...payin } = row;
  return { payin, attempt: { created_at: attempted_at, challenged_at } };
}

const openAttempt = statement('lock_open_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
    .select(['payin_attempts.created_at as attempted_at', 'payin_attempts.challenged_at'])
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
  { superseded = false } = {},
): Promise<void> {
  await prepared(
    trx,
    trx
      .updateTable('payin_attempts')
      .set({
        outcome: end.outcome,
        ...(end.reference !== null && { provider_reference: end.reference }),
        decline_reason: end.declineReason,
        decline_advice: end.declineAdvice,
        settled_at: at,
        superseded,
      })
      .where('id', '=', attemptId)
      .compile(),
  );
}

/**
 * Records that an attempt was approved which had ended otherwise, with the reference to give it back by.
 *
 * @returns its order, and how it had ended; undefined where it was approved, is open, or this was recorded
 */
export async function approveAfterEnd(
  trx: Db,
  attemptId: string,
  reference: string,
  at: Date,
): Promise<(Pick<PayinRow, 'id' | 'status'> & { ended: AttemptOutcome }) | undefined> {
  const { rows } = await sql<Pick<PayinRow, 'id' | 'status'> & { ended: AttemptOutcome }>`
    update payin_attempts set approved_after_end_at = ${at}, provider_reference = ${reference}
    from payins
    where payin_attempts.id = ${attemptId} and payins.id = payin_attempts.payin_id
      and outcome <> 'approved' and approved_after_end_at is null
    returning payins.id, payins.status, outcome as ended`.execute(trx);
  return rows[0];
}

/** Another attempt in the same submission, at another route: the same card, the same signed request. */
export async function insertFollowing(
  trx: Db,
  attemptId: string,
  next: { id: string; terminalId: string; routeId: string; at: Date; nextAskAt: Date },
): Promise<void> {
  await sql`
    insert into payin_attempts (id, payin_id, terminal_id, route_id, card_fingerprint, request_hash,
      next_ask_at, leased_until, created_at)
    select ${next.id}, payin_id, ${next.terminalId}, ${next.routeId}, card_fingerprint, request_hash,
      ${next.nextAskAt}::timestamptz, ${next.nextAskAt}::timestamptz, ${next.at}::timestamptz
    from payin_attempts where id = ${attemptId}`.execute(trx);
}

/** The provider answered, and the attempt stays open. The caller holds it locked. */
export async function reschedulePayinAttempt(
  trx: Db,
  attemptId: string,
  next: AskPlace,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('payin_attempts')
    .set({ ...next, unanswered: 0, leased_until: pauseEnd(now) })
    .where('id', '=', attemptId)
    .execute();
}

/** An attempt as its adapter gets to know it, and what the use cases decide by. */
export interface AttemptFacts extends Omit<KnownAttempt, 'remember'> {
  terminal: RoutedTerminal;
  /** The end of the order's waiting time. */
  expiresAt: Date;
}

export async function selectAttempt(db: Db, attemptId: string): Promise<AttemptFacts | undefined> {
  const row = await db
    .selectFrom('payin_attempts as attempt')
    .innerJoin('payins', 'payins.id', 'attempt.payin_id')
    .innerJoin('terminals', 'terminals.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.outcome', 'attempt.provider_reference as reference'])
    .select(['payins.id as orderId', 'payins.expires_at as expiresAt'])
    .select('payins.payment_method_amount_minor as amountMinor')
    .select('payins.payment_method_currency as currency')
    .select('payins.challenge_url as challengeUrl')
    .select(['terminals.id as terminalId', 'terminals.adapter', 'terminals.version'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { terminalId, adapter, version, reference, challengeUrl, outcome, ...facts } = row;
  return {
    ...facts,
    reference: reference ?? undefined,
    challengeUrl: challengeUrl ?? undefined,
    outcome: outcome ?? undefined,
    terminal: { id: terminalId, adapter, version },
  };
}

/** @returns false when the attempt was settled, or another reference stored, since `read` was read */
export async function replaceReference(
  db: Db,
  attemptId: string,
  { read, next }: { read: string | undefined; next: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payin_attempts')
    .set({ provider_reference: next })
    .where('id', '=', attemptId)
    .where('outcome', 'is', null)
    .where('provider_reference', 'is not distinct from', read ?? null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The id of the attempt of an order that is open. */
export async function selectOpenAttemptOf(db: Db, payinId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payin_attempts')
    .select('id')
    .where('payin_id', '=', payinId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
