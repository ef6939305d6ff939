import { isPayinTransition, type PayinCause, type Transition } from '#domain/order/transition.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { sql, type Updateable } from 'kysely';
import { countMoved } from '../orders/count-changes.ts';
import type { BusinessRefusal } from '../orders/evaluate-order.ts';
import { recordTransition, type FinalDeps } from '../orders/transition.ts';
import { column, recordset } from '../platform/database/batch.ts';
import type { Db, PayinRow, PayinTable } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { recordEvents } from '../webhooks/record.ts';
import { callbackOf } from './addresses.ts';
import { payinEventOrders } from './present.ts';
import { PAYIN_COLUMNS } from './store/payins.ts';

export interface PayinMove {
  to: OrderStatus;
  cause: PayinCause;
  at: Date;
  changes?: Updateable<PayinTable>;
}

/**
 * Moves an order to another status, as the table of transitions allows, and records the transition. A final status also
 * records the merchant's webhook event: call `wakeWebhooks` after the commit. (The batched statements that record and
 * settle attempts move orders themselves.)
 *
 * The caller holds the order locked. The UPDATE compares the status all the same.
 *
 * @returns undefined if the order is no longer in the status of `payin`
 * @throws if the table has no such transition, which is a bug
 */
export async function movePayin(
  deps: FinalDeps,
  trx: Db,
  payin: PayinToMove,
  move: PayinMove,
): Promise<PayinRow | undefined> {
  const [moved] = await movePayins(deps, trx, { from: payin.status, payins: [payin] }, move);
  return moved;
}

type PayinToMove = Pick<PayinRow, 'id' | 'status' | 'updated_at'>;

interface PayinsToMove {
  from: OrderStatus;
  payins: readonly Pick<PayinToMove, 'id' | 'updated_at'>[];
}

/**
 * Moves many orders from one status to another, like `movePayin`. Takes one statement, and one or two for their webhook
 * events, however many orders there are. The caller holds all of them locked.
 *
 * @returns the orders that were still in status `from`, after their move
 * @throws if the table has no such transition, which is a bug
 */
export async function movePayins(
  deps: FinalDeps,
  trx: Db,
  { from, payins }: PayinsToMove,
  { to, cause, at, changes }: PayinMove,
): Promise<PayinRow[]> {
  expectTransition({ from, to, cause });
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .from(recordset('held', HELD, payins))
        .set({ ...changes, status: to, updated_at: at })
        .whereRef('payins.id', '=', 'held.id')
        // `is true` keeps the planner from using an index on the status: it finds the rows by their ids.
        .where(sql<boolean>`(payins.status = ${from}) is true`)
        .returning(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
        .returning('held.updated_at as since'),
    )
    .with('recorded', () => recordTransition({ from, to, cause, at }))
    .with('counted', () => countMoved('payin', { status: sql`${from}`, updated_at: sql`since` }))
    .selectFrom('moved')
    .select(PAYIN_COLUMNS)
    .compile();
  const moved = await prepared(trx, query);
  for (const payin of moved) countPayin(deps.metrics, payin);
  if (isFinal(to)) await recordFinalPayins(deps, trx, moved);
  return moved;
}

const HELD = { id: column<string>('uuid'), updated_at: column<Date>('timestamptz') };

/** @throws if the table has no such transition, which is a bug */
export function expectTransition(move: Transition<PayinCause>): void {
  if (isPayinTransition(move)) return;
  throw new Error(`A payin does not go from ${move.from} to ${move.to} by ${move.cause}`);
}

/** Fails an order that awaits its payment, for a business refusal. The caller holds it locked. */
export async function failPayin(
  deps: FinalDeps,
  trx: Db,
  payin: PayinRow,
  refusal: BusinessRefusal,
  at: Date,
): Promise<void> {
  await movePayin(deps, trx, payin, {
    to: 'FAILED',
    cause: 'refused',
    at,
    changes: {
      resolution: refusal.resolution,
      resolution_code: refusal.code,
      resolution_message: refusal.message,
    },
  });
}

type Counted = Pick<PayinRow, 'status' | 'method_id' | 'terminal_id'>;

/** Counts in the metrics that a payin has reached its status. */
export function countPayin(
  metrics: Metrics,
  { status, method_id: methodId, terminal_id: terminalId }: Counted,
): void {
  metrics.orderMoved({ direction: 'payin', status, methodId, terminalId });
}

/** Records the webhook events of orders, in the transaction that ended them. A payin is a group of one. */
export async function recordFinalPayins(
  deps: FinalDeps,
  trx: Db,
  payins: readonly PayinRow[],
): Promise<void> {
  const groups = payins.map((payin) => ({
    merchantId: payin.merchant_id,
    direction: 'payin' as const,
    groupId: payin.group_id,
    orderIds: [payin.id],
    callback: callbackOf(deps, payin),
    at: payin.updated_at,
    orders: payinEventOrders(payin, deps),
  }));
  await recordEvents(deps, trx, groups);
}

/** The resolution of an order whose payer did not come, or did not come back. */
export const WAITING_TIME_EXCEEDED = {
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  resolution_message: 'The waiting time was exceeded.',
} as const;
