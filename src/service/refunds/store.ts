import type { RefundOutcome } from '#domain/order/attempt.ts';
import type { RefundedPayin, Refunded, RefundFees } from '#domain/order/refund.ts';
import type { RefundCause, RefundStatus } from '#domain/order/refund-status.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import { SETTLEMENT_COLUMNS, settlementStatement } from '../orders/settlement-statement.ts';
import {
  batchedStatement,
  column,
  type Batcher,
  type InputOf,
} from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import type {
  NewRefund,
  RefundAttemptTable,
  RefundRow,
  RefundTable,
} from '../platform/database/tables/refunds.ts';
import type { KnownRefund, RefundedPayment } from '../acquirers/port.ts';
import { merchantAddresses, type MerchantAddresses } from '../webhooks/destination.ts';
import type { MerchantWebhooks } from '../webhooks/record.ts';

/** What a request for a refund needs to know about its payin. */
export interface PaidPayin {
  /** The version of its merchant's settings when it was read. */
  configVersion: bigint;
  id: string;
  status: OrderStatus;
  /** The attempt that it was paid by, and its terminal; undefined if the payin was not paid. */
  paidBy: { payment: RefundedPayment; terminal: RoutedTerminal } | undefined;
}

/** Reads a merchant's own payin, with the attempt that it was paid by. Returns undefined for an unknown payin. */
export async function selectPaidPayin(
  db: Db,
  merchantId: string,
  payinId: string,
): Promise<PaidPayin | undefined> {
  const row = await db
    .selectFrom('payins')
    .innerJoin('merchants', 'merchants.id', 'payins.merchant_id')
    .leftJoin('payin_attempts as attempt', (join) =>
      join.onRef('attempt.payin_id', '=', 'payins.id').on('attempt.outcome', '=', 'approved'),
    )
    .leftJoin('terminals', 'terminals.id', 'attempt.terminal_id')
    .select(['payins.id', 'payins.status', 'merchants.config_version as configVersion'])
    .select('payins.payment_method_amount_minor as amountMinor')
    .select('payins.payment_method_currency as currency')
    .select(['attempt.id as attemptId', 'attempt.provider_reference as reference'])
    .select(['terminals.id as terminalId', 'terminals.adapter', 'terminals.version'])
    .where('payins.id', '=', payinId)
    .where('payins.merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, status, configVersion, attemptId, terminalId, adapter, version } = row;
  const isPaid =
    status === 'SUCCESS' &&
    attemptId !== null &&
    terminalId !== null &&
    adapter !== null &&
    version !== null;
  const paidBy = isPaid
    ? {
        payment: {
          id: attemptId,
          orderId: id,
          amountMinor: row.amountMinor,
          currency: row.currency,
          reference: row.reference ?? undefined,
        },
        terminal: { id: terminalId, adapter, version },
      }
    : undefined;
  return { configVersion, id, status, paidBy };
}

/** A payin with the totals of its refunds so far, and the refund fees of its method. */
export interface RefundablePayin extends RefundedPayin, MerchantWebhooks {
  configVersion: bigint;
  gateId: string;
  gateFrozen: boolean;
  /** Whether its customer's data were erased. */
  erased: boolean;
  currency: Currency;
  paymentMethodCurrency: Currency;
  earlier: Refunded;
  /** How much of its amount disputes have reserved or taken. */
  disputedMinor: bigint;
  fees: RefundFees;
}

/** Locks a payin until the transaction ends, so that its refunds are created one after the other, and reads it. */
export async function lockRefundable(trx: Db, payinId: string): Promise<RefundablePayin> {
  await lockPayin(trx, payinId);
  const { rows } = await sql<{
    configVersion: bigint;
    amountMinor: bigint;
    paidMinor: bigint;
    feeTotalMinor: bigint;
    gateId: string;
    gateFrozen: boolean;
    erased: boolean;
    currency: Currency;
    paymentMethodCurrency: Currency;
    refundedMinor: bigint;
    paidBackMinor: bigint;
    feeReturnedMinor: bigint;
    feeReturned: boolean;
    fixedFeeMinor: bigint;
    disputedMinor: bigint;
    webhookPayload: WebhookPayload;
    addresses: MerchantAddresses;
  }>`
    select merchants.config_version as "configVersion",
      merchants.webhook_payload as "webhookPayload", ${merchantAddresses()} as addresses, payin.amount_minor as "amountMinor",
      payin.payment_method_amount_minor as "paidMinor", payin.fee_total_minor as "feeTotalMinor",
      payin.gate_id as "gateId", coalesce(gates.frozen, false) as "gateFrozen",
      payin.erasure is not distinct from 'done' as erased, payin.currency,
      payin.payment_method_currency as "paymentMethodCurrency",
      earlier.amount as "refundedMinor", earlier.paid_back as "paidBackMinor",
      earlier.fee_returned as "feeReturnedMinor",
      coalesce(method.refund_fee = 'returned', false) as "feeReturned",
      coalesce(method.refund_fixed_fee_minor, 0) as "fixedFeeMinor",
      (select coalesce(sum(amount_minor), 0)::bigint from disputes
        where disputes.payin_id = payin.id and disputes.money <> 'untouched') as "disputedMinor"
    from payins payin
    join merchants on merchants.id = payin.merchant_id
    left join gates on gates.id = payin.gate_id
    left join gate_methods method on method.id = payin.method_id
    cross join lateral (
      select coalesce(sum(amount_minor), 0)::bigint as amount,
        coalesce(sum(paid_back_minor), 0)::bigint as paid_back,
        coalesce(sum(fee_returned_minor), 0)::bigint as fee_returned
      from refunds
      where refunds.payin_id = payin.id and (refunds.status <> 'FAILED' or refunds.made_after_end)
    ) earlier
    where payin.id = ${payinId}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`Payin ${payinId} vanished`);
  const { refundedMinor, paidBackMinor, feeReturnedMinor, feeReturned, fixedFeeMinor, ...payin } =
    row;
  return {
    ...payin,
    earlier: { amountMinor: refundedMinor, paidBackMinor, feeReturnedMinor },
    fees: { feeReturned, fixedFeeMinor },
  };
}

/**
 * Inserts a refund. Another request with the same reference waits here until this transaction ends.
 *
 * @returns undefined if the reference is taken
 */
export async function insertRefund(trx: Db, refund: NewRefund): Promise<RefundRow | undefined> {
  return trx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'reference_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

interface RecordedMove {
  from: RefundStatus | null;
  to: RefundStatus;
  cause: RefundCause;
  at: Date;
}

/** Records transitions of one refund, in sequence. */
export async function recordTransitions(
  trx: Db,
  refundId: string,
  moves: readonly RecordedMove[],
): Promise<void> {
  const rows = moves.map(({ from, to, cause, at }) => ({
    order_id: refundId,
    from_status: from,
    to_status: to,
    cause,
    at,
  }));
  await trx.insertInto('order_transitions').values(rows).execute();
}

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

export async function insertRefundAttempt(
  trx: Db,
  attempt: Insertable<RefundAttemptTable>,
): Promise<void> {
  await trx.insertInto('refund_attempts').values(attempt).execute();
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

/** A refund as it was created, and what its merchant's webhooks contain. */
export type CreatedRefund = { refund: RefundRow } & MerchantWebhooks;

/** An attempt as it was read, its refund, and what else a report about it depends on. */
export interface RefundState extends CreatedRefund {
  attemptId: string;
  attemptedAt: Date;
  /** Undefined while the attempt is open. */
  outcome: RefundOutcome | undefined;
  /** Whether the acquirer reported that it had made the refund after all. */
  isMadeAfterEnd: boolean;
  /** Whether the acquirer reported that the money of a refund which failed here had come back. */
  isReturned: boolean;
}

interface RefundStateRow extends RefundRow {
  attempted_at: Date;
  outcome: RefundOutcome | null;
  made_late: boolean;
  is_returned: boolean;
  webhook_payload: WebhookPayload;
  addresses: MerchantAddresses;
}

/** Reads an attempt with its refund. Returns undefined for an unknown id. */
export async function selectRefundState(
  batches: Batcher,
  attemptId: string,
): Promise<RefundState | undefined> {
  const row = await batches.run(refundStates, { attemptId });
  if (row === undefined) return undefined;
  const { attempted_at: attemptedAt, outcome, made_late, is_returned, ...rest } = row;
  const { webhook_payload: webhookPayload, addresses, ...refund } = rest;
  return {
    attemptId,
    attemptedAt,
    outcome: outcome ?? undefined,
    isMadeAfterEnd: made_late,
    isReturned: is_returned,
    webhookPayload,
    addresses,
    refund,
  };
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
      attempt.created_at as attempted_at, attempt.outcome,
      attempt.refunded_after_end_at is not null as made_late,
      attempt.returned_at is not null as is_returned,
      merchants.webhook_payload, ${merchantAddresses()} as addresses
    from given
    join refund_attempts attempt on attempt.id = ${given.of('attemptId')}
    join refunds on refunds.id = attempt.refund_id
    join merchants on merchants.id = refunds.merchant_id`.compile(db),
);

const SETTLEMENT = {
  ...SETTLEMENT_COLUMNS,
  refund_reserve: column<bigint>('bigint'),
  madeAfterEnd: column<boolean>('boolean'),
  isReturn: column<boolean>('boolean'),
};

export type RefundSettlement = InputOf<typeof SETTLEMENT>;

/** Settles attempts of refunds; see `settlementStatement`. Lists and charts do not count refunds. */
export const refundSettlements = settlementStatement({
  orders: 'refunds',
  attempts: 'refund_attempts',
  direction: 'refund',
  lateReportAt: 'refunded_after_end_at',
  columns: SETTLEMENT,
  buckets: ['refund_reserve'],
  setOrder: ({ of }) => sql`, made_after_end = ${of('madeAfterEnd')}`,
  setAttempt: sql`, returned_at = case when moved."isReturn" then moved.at else attempt.returned_at end`,
});

/** Locks an attempt's payin, then its refund and the attempt, until the transaction ends. */
export async function lockRefundAttempt(trx: Db, attemptId: string): Promise<void> {
  const payinId = await selectPayinId(trx, attemptId);
  if (payinId === undefined) return;
  await lockPayin(trx, payinId);
  await sql`
    select refunds.id from refund_attempts attempt join refunds on refunds.id = attempt.refund_id
    where attempt.id = ${attemptId} for update of refunds, attempt`.execute(trx);
}

/** Locks a payin until the transaction ends, so that its refunds and disputes change one after the other. */
export async function lockPayin(trx: Db, payinId: string): Promise<void> {
  await trx.selectFrom('payins').select('id').where('id', '=', payinId).forUpdate().execute();
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

/** An attempt as its adapter sees it, its refund, and the terminal that it was made with. */
export interface FoundRefund {
  attempt: KnownRefund;
  refundId: string;
  payinId: string;
  terminal: RoutedTerminal;
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
    .select(['refunds.id as refundId', 'refunds.paid_back_minor as amountMinor'])
    .select(['payins.id as payinId', 'payins.payment_method_amount_minor as paidMinor'])
    .select('payins.payment_method_currency as currency')
    .select(['paid.id as paymentId', 'paid.provider_reference as paymentReference'])
    .select(['terminals.id as terminalId', 'terminals.adapter', 'terminals.version'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    attempt: {
      id: row.id,
      amountMinor: row.amountMinor,
      startedAt: row.startedAt,
      reference: row.reference ?? undefined,
      outcome: row.outcome ?? undefined,
      payment: {
        id: row.paymentId,
        orderId: row.payinId,
        amountMinor: row.paidMinor,
        currency: row.currency,
        reference: row.paymentReference ?? undefined,
      },
    },
    refundId: row.refundId,
    payinId: row.payinId,
    terminal: { id: row.terminalId, adapter: row.adapter, version: row.version },
  };
}
