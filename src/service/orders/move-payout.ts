import type { Kysely, Updateable } from 'kysely';
import { canMovePayout, type PayoutCause } from '#domain/order/payout-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { prepared } from '../database/statement.ts';
import type { PayoutRow, PayoutTable } from '../database/schema-payouts.ts';
import type { Tables } from '../database/schema.ts';
import { noteMoved } from './note-moved.ts';
import { PAYOUT_COLUMNS } from './payout-columns.ts';
import { recordFinalPayouts } from './record-final-payouts.ts';
import type { FinalDeps } from './record-final-payin.ts';

export interface PayoutMove {
  to: OrderStatus;
  cause: PayoutCause;
  at: Date;
  changes?: Updateable<PayoutTable>;
}

/**
 * The one way a payout changes its status: along the table of transitions, leaving a row behind, held
 * by the UPDATE's own WHERE. A final status leaves the webhook behind when it was the last of the
 * group: call `wakeWebhooks` after the commit.
 *
 * The caller holds the group locked (`lockPayout`).
 *
 * @returns undefined when the order is no longer in the status that `payout` shows
 * @throws when the table knows no such move: that is a bug
 */
export async function movePayout(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payout: Pick<PayoutRow, 'id' | 'status'>,
  { to, cause, at, changes }: PayoutMove,
): Promise<PayoutRow | undefined> {
  const from = payout.status;
  if (!canMovePayout(from, to)) throw new Error(`A payout does not go from ${from} to ${to}`);
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payouts')
        .set({ ...changes, status: to, updated_at: at })
        .where('id', '=', payout.id)
        .where('status', '=', from)
        .returning(PAYOUT_COLUMNS),
    )
    .with('noted', () => noteMoved({ from, to, cause, at }))
    .selectFrom('moved')
    .select(PAYOUT_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  if (isFinal(to)) await recordFinalPayouts(deps, trx, moved.group_id);
  return moved;
}
