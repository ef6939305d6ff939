import type { Kysely, Updateable } from 'kysely';
import { isPayoutTransition, type PayoutCause } from '#domain/order/payout-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutRow, PayoutTable } from '../platform/database/tables/payouts.ts';
import type { Tables } from '../platform/database/schema.ts';
import { recordTransition } from '../orders/record-transition.ts';
import { countMoved, stoodAt } from '../orders/count-changes.ts';
import { countPayout } from './count-payout.ts';
import { PAYOUT_COLUMNS } from './payout-columns.ts';
import { recordFinalPayouts } from './record-final-payouts.ts';
import type { FinalDeps } from '../orders/final-deps.ts';

export interface PayoutMove {
  to: OrderStatus;
  cause: PayoutCause;
  at: Date;
  changes?: Updateable<PayoutTable>;
}

/**
 * The one way a payout changes its status: by the table of transitions, recording the transition, guarded
 * by the UPDATE's own WHERE. A final status records the webhook event when it was the last of the group:
 * call `wakeWebhooks` after the commit.
 *
 * The caller holds the group locked (`lockPayout`).
 *
 * @returns undefined when the order is no longer in the status that `payout` shows
 * @throws when the table has no such transition: that is a bug
 */
export async function movePayout(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payout: Pick<PayoutRow, 'id' | 'status' | 'updated_at'>,
  { to, cause, at, changes }: PayoutMove,
): Promise<PayoutRow | undefined> {
  const from = payout.status;
  if (!isPayoutTransition({ from, to, cause })) {
    throw new Error(`A payout does not go from ${from} to ${to} by ${cause}`);
  }
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payouts')
        .set({ ...changes, status: to, updated_at: at })
        .where('id', '=', payout.id)
        .where('status', '=', from)
        .returning(PAYOUT_COLUMNS),
    )
    .with('recorded', () => recordTransition({ from, to, cause, at }))
    .with('counted', () => countMoved('payout', stoodAt(payout)))
    .selectFrom('moved')
    .select(PAYOUT_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  countPayout(deps.metrics, moved);
  if (isFinal(to)) await recordFinalPayouts(deps, trx, moved.group_id);
  return moved;
}
