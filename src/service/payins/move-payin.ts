import { sql, type Kysely, type Updateable } from 'kysely';
import { isPayinTransition, type PayinCause } from '#domain/order/payin-status.ts';
import type { Transition } from '#domain/order/transition.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayinRow, PayinTable, Tables } from '../platform/database/schema.ts';
import { recordTransition } from '../orders/record-transition.ts';
import { countMoved } from '../orders/count-changes.ts';
import { countPayin } from './count-payin.ts';
import { PAYIN_COLUMNS } from './payin-columns.ts';
import type { FinalDeps } from '../orders/final-deps.ts';
import { recordFinalPayins } from './record-final-payin.ts';

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
  trx: Kysely<Tables>,
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
  trx: Kysely<Tables>,
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
        // Not to be looked up by: few orders have such a status when the statement is planned, or many.
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
