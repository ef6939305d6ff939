import type { PayoutOutcome } from '#domain/order/attempt.ts';
import type { PayoutCause } from '#domain/order/payout-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import { countMade } from '../orders/count-changes.ts';
import type { CreationGuard } from '../orders/evaluate-order.ts';
import { pauseEnd, type InquiryPlace, type InquiryState } from '../orders/inquiry-schedule.ts';
import type { Tables } from '../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../platform/database/statement.ts';
import type {
  NewPayout,
  PayoutAttemptTable,
  PayoutRow,
  PayoutTable,
} from '../platform/database/tables/payouts.ts';
import type { KnownPayout } from '../providers/port.ts';

/** All columns of a payout: statements that are prepared name them. One that is missing does not compile. */
export const PAYOUT_COLUMNS = [
  'id',
  'group_id',
  'part',
  'merchant_id',
  'reference_id',
  'gate_id',
  'method_id',
  'status',
  'resolution',
  'resolution_code',
  'resolution_message',
  'provider_error_message',
  'payment_source',
  'currency',
  'amount_minor',
  'destination_shown',
  'destination_fingerprint',
  'fee_percent',
  'fee_fixed_minor',
  'fee_min_minor',
  'fee_max_minor',
  'fee_total_minor',
  'total_minor',
  'payment_method_data',
  'customer',
  'comment',
  'request',
  'created_at',
  'updated_at',
] as const satisfies (keyof PayoutTable)[];

type Db = Kysely<Tables>;

/**
 * Makes the first order of a payout's group in one statement. Nothing is inserted when the reference
 * is taken, the merchant's settings have changed, or a fingerprint is blocked. Another request with the same
 * reference waits here until this transaction ends.
 *
 * @returns undefined when the merchant is gone
 */
export async function insertFirstPayout(
  trx: Db,
  payout: NewPayout,
  guard: CreationGuard,
): Promise<{ configVersion: bigint; row: PayoutRow | undefined } | undefined> {
  const entries = Object.entries(payout);
  const columns = sql.join(entries.map(([column]) => sql.ref(column)));
  const values = sql.join(entries.map(([, value]) => sql.val(value)));
  const query = sql<PayoutRow & { settings_version: bigint }>`
    with caller as (
      select config_version from merchants where id = ${payout.merchant_id}
    ), created as (
      insert into payouts (${columns})
      select ${values} from caller
      where caller.config_version = ${guard.configVersion} and not exists (
        select from blocked_values
        where merchant_id = ${payout.merchant_id}
          and fingerprint = any (${guard.fingerprints}::bytea[])
      )
      on conflict (merchant_id, reference_id, part) do nothing
      returning ${sql.join(PAYOUT_COLUMNS.map((column) => sql.ref(column)))}
    )
    select caller.config_version as settings_version, created.*
    from caller left join created on true`;
  const [row] = await prepared(trx, query.compile(trx));
  if (row === undefined) return undefined;
  const { settings_version: configVersion, ...created } = row;
  return { configVersion, row: wasFound(created) ? created : undefined };
}

/** The other orders of a group whose first is in, and theirs alone: nobody else can have them. */
export async function insertOtherPayouts(trx: Db, payouts: NewPayout[]): Promise<PayoutRow[]> {
  if (payouts.length === 0) return [];
  return trx.insertInto('payouts').values(payouts).returningAll().execute();
}

interface RecordedMove {
  from: OrderStatus | null;
  to: OrderStatus;
  cause: PayoutCause;
  at: Date;
}

/** The transitions of orders, a row for each of them and each transition. */
export async function recordTransitions(
  trx: Db,
  ids: readonly string[],
  moves: readonly RecordedMove[],
): Promise<void> {
  await trx
    .with('recorded', (db) => db.insertInto('order_transitions').values(transitionRows(ids, moves)))
    .with('made', (db) => db.selectFrom('payouts').selectAll().where('id', 'in', ids))
    .with('counted', () => countMade('payout'))
    .selectFrom('made')
    .select('id')
    .execute();
}

function transitionRows(ids: readonly string[], moves: readonly RecordedMove[]) {
  return moves.flatMap(({ from, to, cause, at }) =>
    ids.map((id) => ({ order_id: id, from_status: from, to_status: to, cause, at })),
  );
}

/**
 * Sets orders that were made and reserved in this transaction under way, with their attempts: one
 * statement, because the gate's account is locked meanwhile and others wait for it.
 */
export async function startPayouts(
  trx: Db,
  start: { ids: string[]; attempts: Insertable<PayoutAttemptTable>[]; moves: RecordedMove[] },
): Promise<void> {
  await trx
    .with('recorded', (db) =>
      db.insertInto('order_transitions').values(transitionRows(start.ids, start.moves)),
    )
    .with('attempted', (db) => db.insertInto('payout_attempts').values(start.attempts))
    .with('made', (db) =>
      db
        .updateTable('payouts')
        .set({ status: 'IN_PROGRESS' })
        .where('id', 'in', start.ids)
        .where('status', '=', 'CREATED')
        .returningAll(),
    )
    .with('counted', () => countMade('payout'))
    .selectFrom('made')
    .select('id')
    .execute();
}

/** Refuses orders that were made in this transaction: nobody saw them CREATED. */
export async function refusePayouts(
  trx: Db,
  ids: readonly string[],
  refused: Updateable<PayoutTable>,
): Promise<PayoutRow[]> {
  return trx
    .updateTable('payouts')
    .set(refused)
    .where('id', 'in', ids)
    .where('status', '=', 'CREATED')
    .returningAll()
    .execute();
}

/** The order that stands for all of a reference's. */
export async function selectFirstPayout(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('reference_id', '=', referenceId)
    .where('part', '=', 0)
    .executeTakeFirst();
}

export async function selectPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A merchant's own order, with the settings' version of this moment, in one round trip. */
export async function selectOwnPayout(
  db: Db,
  merchantId: string,
  id: string,
): Promise<{ configVersion: bigint; row: PayoutRow | undefined } | undefined> {
  const found = await db
    .selectFrom('merchants')
    .leftJoin('payouts', (join) =>
      join.onRef('payouts.merchant_id', '=', 'merchants.id').on('payouts.id', '=', id),
    )
    .selectAll('payouts')
    .select('merchants.config_version as settings_version')
    .where('merchants.id', '=', merchantId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { settings_version: configVersion, ...row } = found;
  return { configVersion, row: wasFound(row) ? row : undefined };
}

/**
 * Locks a group by its first order until the transaction ends, then the order itself; always in this
 * sequence, so that two of a group that end at once see each other, and neither waits for ever.
 */
export async function lockPayout(trx: Db, id: string): Promise<PayoutRow | undefined> {
  await trx
    .selectFrom('payouts')
    .select('id')
    .where('part', '=', 0)
    .where('group_id', '=', (eb) =>
      eb.selectFrom('payouts as other').select('other.group_id').where('other.id', '=', id),
    )
    .forUpdate()
    .execute();
  return trx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** All orders of a group, in the order of their parts. */
export async function selectGroup(db: Db, groupId: string): Promise<PayoutRow[]> {
  return ofGroup(db, { groupId });
}

const ofGroup = statement('select_payout_group', (db, slot: Slot<{ groupId: string }>) =>
  db
    .selectFrom('payouts')
    .select(PAYOUT_COLUMNS)
    .where('group_id', '=', slot('groupId'))
    .orderBy('part')
    .compile(),
);

/** A left join without a match gives a row of nulls. */
function wasFound(row: {
  [Column in keyof PayoutRow]: PayoutRow[Column] | null;
}): row is PayoutRow {
  return row.id !== null;
}

/** A payout's attempt whose outcome is still unknown, and its order. */
export interface OpenPayout {
  payout: PayoutRow;
  attempt: Pick<InquiryState, 'created_at'>;
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
export interface FoundPayout {
  attempt: KnownPayout;
  orderId: string;
  terminal: RoutedTerminal;
}

export async function selectPayoutAttempt(
  db: Db,
  attemptId: string,
): Promise<FoundPayout | undefined> {
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
  const { orderId, terminalId, adapter, version, ...attempt } = row;
  return { attempt, orderId, terminal: { id: terminalId, adapter, version } };
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
  next: Pick<InquiryPlace, 'asked' | 'next_ask_at'>,
  now: Date,
): Promise<void> {
  const { asked, next_ask_at } = next;
  await trx
    .updateTable('payout_attempts')
    .set({ asked, next_ask_at, unanswered: 0, leased_until: pauseEnd(now) })
    .where('id', '=', attemptId)
    .execute();
}
