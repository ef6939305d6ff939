import { isPayinTransition, type PayinCause } from '#domain/order/payin-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import type { Transition } from '#domain/order/transition.ts';
import { sql, type Updateable } from 'kysely';
import { countMoved } from '../orders/count-changes.ts';
import type { BusinessRefusal } from '../orders/evaluate-order.ts';
import { recordTransition, type FinalDeps } from '../orders/transition.ts';
import type { Db, PayinRow, PayinTable } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { recordEvents } from '../webhooks/record.ts';
import { payinEventOrders } from './present.ts';
import { PAYIN_COLUMNS } from './store/payins.ts';

export interface PayinMove {
  to: OrderStatus;
  cause: PayinCause;
  at: Date;
  changes?: Updateable<PayinTable>;
}

/**
 * The one way an order changes its status: by the table of transitions, recording the transition. The
 * UPDATE's own WHERE guards against a transition made in the meantime. A final status records the
 * merchant's webhook event as well: call `wakeWebhooks` after the commit.
 *
 * The caller holds the order locked.
 *
 * @returns undefined when the order is no longer in the status that `payin` shows
 * @throws when the table has no such transition: that is a bug
 */
export async function movePayin(
  deps: FinalDeps,
  trx: Db,
  payin: StandingPayin,
  move: PayinMove,
): Promise<PayinRow | undefined> {
  const [moved] = await movePayins(deps, trx, { from: payin.status, payins: [payin] }, move);
  return moved;
}

type StandingPayin = Pick<PayinRow, 'id' | 'status' | 'updated_at'>;

interface Standing {
  from: OrderStatus;
  payins: readonly Pick<StandingPayin, 'id' | 'updated_at'>[];
}

/**
 * The same for many orders that stand at one status and go to one: a statement, and a statement or two for
 * their events, however many they are. The caller holds all of them locked.
 *
 * @returns those that were still in that status
 */
export async function movePayins(
  deps: FinalDeps,
  trx: Db,
  { from, payins }: Standing,
  { to, cause, at, changes }: PayinMove,
): Promise<PayinRow[]> {
  expectTransition({ from, to, cause });
  const held = sql<Held>`jsonb_to_recordset(${heldJson(payins)}::jsonb)`.as<'held'>(
    sql`held (id uuid, since timestamptz)`,
  );
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .from(held)
        .set({ ...changes, status: to, updated_at: at })
        .whereRef('payins.id', '=', 'held.id')
        // `is true` keeps the planner from an index by status: the ids alone find the rows.
        .where(sql<boolean>`(payins.status = ${from}) is true`)
        .returning(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
        .returning('held.since'),
    )
    .with('recorded', () => recordTransition({ from, to, cause, at }))
    .with('counted', () => countMoved('payin', { status: sql`${from}`, updatedAt: sql`since` }))
    .selectFrom('moved')
    .select(PAYIN_COLUMNS)
    .compile();
  const moved = await prepared(trx, query);
  for (const payin of moved) countPayin(deps.metrics, payin);
  if (isFinal(to)) await recordFinalPayins(deps, trx, moved);
  return moved;
}

interface Held {
  id: string;
  since: Date;
}

function heldJson(payins: Standing['payins']): string {
  return JSON.stringify(payins.map(({ id, updated_at: since }) => ({ id, since })));
}

/** @throws when the table has no such transition: that is a bug */
export function expectTransition(move: Transition<PayinCause>): void {
  if (isPayinTransition(move)) return;
  throw new Error(`A payin does not go from ${move.from} to ${move.to} by ${move.cause}`);
}

/** Ends an order that awaits its card by a business refusal. */
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

/** Counts that a payin has come to the status that it has. */
export function countPayin(
  metrics: Metrics,
  { status, method_id: methodId, terminal_id: terminalId }: Counted,
): void {
  metrics.orderMoved({ direction: 'payin', status, methodId, terminalId });
}

/**
 * Records the merchants' webhook events, in the transaction that ended the orders. A payin is a group of
 * one.
 */
export async function recordFinalPayins(
  deps: FinalDeps,
  trx: Db,
  payins: readonly PayinRow[],
): Promise<void> {
  const groups = payins.map((payin) => ({
    eventId: deps.newId(),
    merchantId: payin.merchant_id,
    direction: 'payin' as const,
    groupId: payin.group_id,
    orderIds: [payin.id],
    callbackUrl: payin.callback_url,
    at: payin.updated_at,
    orders: payinEventOrders(payin, deps),
  }));
  await recordEvents(trx, groups);
}

/** What an order says of itself when its payer did not come, or did not come back. */
export const WAITING_TIME_EXCEEDED = {
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  resolution_message: 'The waiting time was exceeded.',
} as const;
