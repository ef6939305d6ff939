import type { PayoutOutcome } from '#domain/order/attempt.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { sql } from 'kysely';
import { wasFound } from '../platform/database/left-join.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared, statement, type Slot } from '../platform/database/statement.ts';
import type { PayoutRow, PayoutTable } from '../platform/database/tables/payouts.ts';
import type { KnownPayout } from '../acquirers/port.ts';
import { merchantAddresses, type MerchantAddresses } from '../webhooks/destination.ts';

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
    .select('merchants.config_version as settings_version')
    .where('merchants.id', '=', merchantId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { settings_version: configVersion, ...row } = found;
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

/** A payout whose attempt is open, and what else its end depends on. */
export interface OpenPayout {
  payout: PayoutRow;
  webhookPayload: WebhookPayload;
  addresses: MerchantAddresses;
}

/** An open payout, locked with its group. */
interface LockedPayout extends OpenPayout {
  attemptedAt: Date;
}

/**
 * Locks a group by its first order, then the order, then its open attempt, until the transaction ends: the sequence of
 * `lockPayout`. Returns undefined if the attempt has ended or is unknown; the group is locked all the same.
 */
export async function lockOpenPayout(
  trx: Db,
  attemptId: string,
): Promise<LockedPayout | undefined> {
  await lockGroup(trx, { attemptId });
  const [row] = await openPayout(trx, { attemptId });
  if (row === undefined) return undefined;
  const { attempted_at: attemptedAt, webhook_payload: webhookPayload, ...rest } = row;
  const { addresses, ...payout } = rest;
  return { payout, webhookPayload, addresses, attemptedAt };
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
    .select((eb) =>
      eb
        .selectFrom('merchants')
        .select('webhook_payload')
        .whereRef('merchants.id', '=', 'payouts.merchant_id')
        .$asScalar()
        .$notNull()
        .as('webhook_payload'),
    )
    .select((eb) =>
      eb
        .selectFrom('merchants')
        .select(merchantAddresses().as('addresses'))
        .whereRef('merchants.id', '=', 'payouts.merchant_id')
        .$asScalar()
        .$notNull()
        .as('addresses'),
    )
    .where('payout_attempts.id', '=', slot('attemptId'))
    .where('payout_attempts.outcome', 'is', null)
    .forUpdate(['payouts', 'payout_attempts'])
    .compile(),
);

/** An attempt as its adapter sees it, its order, and the terminal that it was made with. */
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

/** Records how an attempt ended. The caller holds it locked and open. */
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
 * Records that an attempt that had ended otherwise was paid.
 *
 * @returns its order; undefined if the attempt is open, ended as paid or is unknown, or this was recorded before
 */
export async function recordPaidAfterEnd(
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
