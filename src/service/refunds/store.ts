import type { RefundOutcome } from '#domain/order/attempt.ts';
import { sql, type Updateable } from 'kysely';
import type { CalledAttempt, RoutedAttempt } from '../orders/call-acquirer.ts';
import { lockRefundable } from '../orders/refundable.ts';
import { batchedStatement, type Batcher } from '../platform/database/batch.ts';
import { splitRow } from '../platform/database/joined-row.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow, RefundTable } from '../platform/database/tables/refunds.ts';
import type { KnownRefund } from '../acquirers/port.ts';
import { merchantAddresses, type MerchantWebhooks } from '../webhooks/record.ts';

/** Changes a refund if it is still in the given status. @returns undefined if it is not */
export async function updateRefund(
  trx: Db,
  { id, status }: Pick<RefundRow, 'id' | 'status'>,
  changes: Updateable<RefundTable>,
): Promise<RefundRow | undefined> {
  return trx
    .updateTable('refunds')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();
}

export async function selectRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectRefundByReference(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('reference_id', '=', referenceId)
    .executeTakeFirst();
}

export async function selectOwnRefund(
  db: Db,
  merchantId: string,
  id: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** An attempt as it was read, its refund, and what else a report about it depends on. */
export interface RefundState extends MerchantWebhooks {
  refund: RefundRow;
  attemptId: string;
  attemptedAt: Date;
  /** Null while the attempt is open. */
  outcome: RefundOutcome | null;
  /** Whether the acquirer reported that it had made the refund after all. */
  isMadeAfterEnd: boolean;
  /** Whether the acquirer reported that the money of a refund which failed here had come back. */
  isReturned: boolean;
}

type RefundStateRow = RefundRow & Omit<RefundState, 'refund'>;

/** Reads an attempt with its refund. Returns undefined for an unknown id. */
export async function selectRefundState(
  batches: Batcher,
  attemptId: string,
): Promise<RefundState | undefined> {
  const row = await batches.run(refundStates, { attemptId });
  if (row === undefined) return undefined;
  const [refund, rest] = splitRow(row, REFUND_COLUMNS);
  return { ...rest, refund };
}

const REFUND_COLUMNS = [
  'id',
  'merchant_id',
  'payin_id',
  'reference_id',
  'gate_id',
  'status',
  'resolution',
  'resolution_code',
  'resolution_message',
  'provider_error_message',
  'currency',
  'amount_minor',
  'payment_method_currency',
  'paid_back_minor',
  'payin_fee_minor',
  'fee_returned_minor',
  'fixed_fee_minor',
  'cost_minor',
  'from_available_minor',
  'from_hold_minor',
  'from_rolling_minor',
  'made_after_end',
  'taken_at',
  'comment',
  'request',
  'created_at',
  'updated_at',
] as const satisfies (keyof RefundTable)[];

const refundStates = batchedStatement<{ attemptId: string }, RefundStateRow>(
  { name: 'select_refund_state', types: { attemptId: 'uuid' } },
  (db, given) =>
    sql<RefundStateRow & { position: number }>`
    with ${given.table}
    select given.position, ${sql.join(REFUND_COLUMNS.map((name) => sql.ref(`refunds.${name}`)))},
      attempt.id as "attemptId", attempt.created_at as "attemptedAt", attempt.outcome,
      attempt.refunded_after_end_at is not null as "isMadeAfterEnd",
      attempt.returned_at is not null as "isReturned",
      merchants.webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses
    from given
    join refund_attempts attempt on attempt.id = ${given.of('attemptId')}
    join refunds on refunds.id = attempt.refund_id
    join merchants on merchants.id = refunds.merchant_id`.compile(db),
);

/** Locks an attempt's payin, then its refund and the attempt, until the transaction ends. */
export async function lockRefundAttempt(trx: Db, attemptId: string): Promise<void> {
  const payinId = await selectPayinId(trx, attemptId);
  if (payinId === undefined) return;
  await lockRefundable(trx, payinId);
  await sql`
    select refunds.id from refund_attempts attempt join refunds on refunds.id = attempt.refund_id
    where attempt.id = ${attemptId} for update of refunds, attempt`.execute(trx);
}

/** Reads which payin an attempt refunds. Returns undefined for an unknown attempt. */
async function selectPayinId(db: Db, attemptId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refund_attempts')
    .select('payin_id')
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row?.payin_id;
}

/** Reads a refund's only attempt. Returns undefined if it was refused before there was one. */
export async function selectAttemptId(db: Db, refundId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refund_attempts')
    .select('id')
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return row?.id;
}

/** Locks a refund until the transaction ends. */
export async function lockRefund(trx: Db, id: string): Promise<RefundRow | undefined> {
  return trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** An attempt as its adapter sees it, and the terminal that it was made with. Its order is the payin. */
export interface FoundRefund extends RoutedAttempt {
  attempt: KnownRefund & CalledAttempt;
}

export async function selectRefundAttempt(
  db: Db,
  attemptId: string,
): Promise<FoundRefund | undefined> {
  const row = await db
    .selectFrom('refund_attempts as attempt')
    .innerJoin('refunds', 'refunds.id', 'attempt.refund_id')
    .innerJoin('payins', 'payins.id', 'attempt.payin_id')
    .innerJoin('payin_attempts as paid', 'paid.id', 'attempt.payin_attempt_id')
    .innerJoin('terminals', 'terminals.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.created_at as startedAt', 'attempt.outcome'])
    .select('attempt.provider_reference as reference')
    .select('refunds.paid_back_minor as amountMinor')
    .select(['payins.id as orderId', 'payins.payment_method_amount_minor as paidMinor'])
    .select('payins.payment_method_currency as currency')
    .select(['paid.id as paymentId', 'paid.provider_reference as paymentReference'])
    .select(['terminals.id as terminalId', 'terminals.adapter', 'terminals.version'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    attempt: {
      id: row.id,
      orderId: row.orderId,
      amountMinor: row.amountMinor,
      startedAt: row.startedAt,
      reference: row.reference ?? undefined,
      outcome: row.outcome ?? undefined,
      payment: {
        id: row.paymentId,
        orderId: row.orderId,
        amountMinor: row.paidMinor,
        currency: row.currency,
        reference: row.paymentReference ?? undefined,
      },
    },
    terminal: { id: row.terminalId, adapter: row.adapter, version: row.version },
  };
}
