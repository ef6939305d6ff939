import type { Kysely, Updateable } from 'kysely';
import { canMovePayout, type PayoutCause } from '#domain/order/payout-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import type { PayoutRow, PayoutTable } from '../database/schema-payouts.ts';
import type { Tables } from '../database/schema.ts';
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
 * by the UPDATE's own WHERE. A final status takes the sealed card number away, and leaves the webhook
 * behind when it was the last of the group: call `wakeWebhooks` after the commit.
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
  const withoutCard = isFinal(to) && { destination_sealed: null };
  const moved = await trx
    .with('moved', (db) =>
      db
        .updateTable('payouts')
        .set({ ...changes, ...withoutCard, status: to, updated_at: at })
        .where('id', '=', payout.id)
        .where('status', '=', from)
        .returningAll(),
    )
    .with('noted', (db) =>
      db
        .insertInto('order_transitions')
        .columns(['order_id', 'from_status', 'to_status', 'cause', 'at'])
        .expression(
          db
            .selectFrom('moved')
            .select((eb) => [
              'id',
              eb.val(from).as('from'),
              eb.val(to).as('to'),
              eb.val(cause).as('cause'),
              eb.val(at).as('at'),
            ]),
        ),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  if (isFinal(to)) await recordFinalPayouts(deps, trx, moved.group_id);
  return moved;
}
