import type { PayoutOutcome } from '#domain/order/attempt.ts';
import { sql } from 'kysely';
import type { CalledAttempt, RoutedAttempt } from '../orders/call-acquirer.ts';
import { batchedStatement, type Batcher } from '../platform/database/batch.ts';
import { splitRow, wasFound } from '../platform/database/joined-row.ts';
import type { Db } from '../platform/database/schema.ts';
import { statement, type Slot } from '../platform/database/statement.ts';
import type { PayoutRow, PayoutTable } from '../platform/database/tables/payouts.ts';
import type { KnownPayout } from '../acquirers/port.ts';
import { merchantAddresses, type MerchantWebhooks } from '../webhooks/record.ts';

/** All columns of a `PayoutRow`, which prepared statements name. The compiler finds one that is missing. */
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

/** Reads the first order of a reference, which stands for all of them. */
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

/**
 * Reads a merchant's own order and the current version of the merchant's settings, in one round trip. Returns undefined
 * if the merchant no longer exists.
 */
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
    .select('merchants.config_version as configVersion')
    .where('merchants.id', '=', merchantId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { configVersion, ...row } = found;
  return { configVersion, row: wasFound<PayoutRow>(row) ? row : undefined };
}

/**
 * Locks a group by its first order, and then the order itself, until the transaction ends. The sequence is always the
 * same, so that two orders of a group that end at once see each other and cannot deadlock.
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

/** Reads all orders of a group, sorted by part. */
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

/** An attempt as it was read, its order, and what else a report about it depends on. */
export interface PayoutState extends MerchantWebhooks {
  payout: PayoutRow;
  attemptId: string;
  attemptedAt: Date;
  /** Null while the attempt is open. */
  outcome: PayoutOutcome | null;
  /** Whether it was paid after it had ended otherwise. */
  isPaidAfterEnd: boolean;
  /** How many orders the payout's group has. */
  parts: number;
}

type PayoutStateRow = PayoutRow & Omit<PayoutState, 'payout'>;

/** Reads an attempt with its order. Returns undefined for an unknown id. */
export async function selectPayoutState(
  batches: Batcher,
  attemptId: string,
): Promise<PayoutState | undefined> {
  const row = await batches.run(payoutStates, { attemptId });
  if (row === undefined) return undefined;
  const [payout, rest] = splitRow(row, PAYOUT_COLUMNS);
  return { ...rest, payout };
}

const payoutStates = batchedStatement<{ attemptId: string }, PayoutStateRow>(
  { name: 'select_payout_state', types: { attemptId: 'uuid' } },
  (db, given) =>
    sql<PayoutStateRow & { position: number }>`
    with ${given.table}
    select given.position, ${sql.join(PAYOUT_COLUMNS.map((column) => sql.ref(`payouts.${column}`)))},
      attempt.id as "attemptId", attempt.created_at as "attemptedAt", attempt.outcome,
      attempt.paid_after_end_at is not null as "isPaidAfterEnd",
      merchants.webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses,
      (
        select count(*)::integer from payouts other where other.group_id = payouts.group_id
      ) as parts
    from given
    join payout_attempts attempt on attempt.id = ${given.of('attemptId')}
    join payouts on payouts.id = attempt.payout_id
    join merchants on merchants.id = payouts.merchant_id`.compile(db),
);

/**
 * Locks a group by its first order, then the order of an attempt, then the attempt, until the transaction ends: the
 * sequence of `lockPayout`.
 */
export async function lockPayoutAttempt(trx: Db, attemptId: string): Promise<void> {
  await lockGroup(trx, { attemptId });
  await lockAttempt(trx, { attemptId });
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

const lockAttempt = statement('lock_payout_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .select('payouts.id')
    .where('payout_attempts.id', '=', slot('attemptId'))
    .forUpdate(['payouts', 'payout_attempts'])
    .compile(),
);

/** An attempt as its adapter sees it, and the terminal that it was made with. */
export interface FoundPayout extends RoutedAttempt {
  attempt: KnownPayout & CalledAttempt;
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
  const { terminalId, adapter, version, ...attempt } = row;
  return { attempt, terminal: { id: terminalId, adapter, version } };
}
