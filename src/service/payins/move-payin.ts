import type { Kysely, Updateable } from 'kysely';
import { isPayinTransition, type PayinCause } from '#domain/order/payin-status.ts';
import type { Transition } from '#domain/order/transition.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayinRow, PayinTable, Tables } from '../platform/database/schema.ts';
import { recordTransition } from '../orders/record-transition.ts';
import { countMoved, stoodAt } from '../orders/count-changes.ts';
import { countPayin } from './count-payin.ts';
import { PAYIN_COLUMNS } from './payin-columns.ts';
import type { FinalDeps } from '../orders/final-deps.ts';
import { recordFinalPayin } from './record-final-payin.ts';

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
  payin: Pick<PayinRow, 'id' | 'status' | 'updated_at'>,
  { to, cause, at, changes }: PayinMove,
): Promise<PayinRow | undefined> {
  const from = payin.status;
  expectTransition({ from, to, cause });
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .set({ ...changes, status: to, updated_at: at })
        .where('id', '=', payin.id)
        .where('status', '=', from)
        .returning(PAYIN_COLUMNS),
    )
    .with('recorded', () => recordTransition({ from, to, cause, at }))
    .with('counted', () => countMoved('payin', stoodAt(payin)))
    .selectFrom('moved')
    .select(PAYIN_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  countPayin(deps.metrics, moved);
  if (isFinal(to)) await recordFinalPayin(deps, trx, moved);
  return moved;
}

/** @throws when the table has no such transition: that is a bug */
export function expectTransition(move: Transition<PayinCause>): void {
  if (isPayinTransition(move)) return;
  throw new Error(`A payin does not go from ${move.from} to ${move.to} by ${move.cause}`);
}
