import type { Kysely, Updateable } from 'kysely';
import { canMovePayin, type PayinCause } from '#domain/order/payin-status.ts';
import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import { prepared } from '../database/statement.ts';
import type { PayinRow, PayinTable, Tables } from '../database/schema.ts';
import { noteMoved } from './note-moved.ts';
import { PAYIN_COLUMNS } from './payin-columns.ts';
import { recordFinalPayin, type FinalDeps } from './record-final-payin.ts';

export interface PayinMove {
  to: OrderStatus;
  cause: PayinCause;
  at: Date;
  changes?: Updateable<PayinTable>;
}

/**
 * The one way an order changes its status: along the table of transitions, leaving a row behind. The
 * UPDATE's own WHERE holds it against whoever moved the order in the meantime. A final status leaves the
 * merchant's webhook behind as well: call `wakeWebhooks` after the commit.
 *
 * @returns undefined when the order is no longer in the status that `payin` shows
 * @throws when the table knows no such move: that is a bug
 */
export async function movePayin(
  deps: FinalDeps,
  trx: Kysely<Tables>,
  payin: Pick<PayinRow, 'id' | 'status'>,
  { to, cause, at, changes }: PayinMove,
): Promise<PayinRow | undefined> {
  const from = payin.status;
  if (!canMovePayin(from, to)) throw new Error(`A payin does not go from ${from} to ${to}`);
  const query = trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .set({ ...changes, status: to, updated_at: at })
        .where('id', '=', payin.id)
        .where('status', '=', from)
        .returning(PAYIN_COLUMNS),
    )
    .with('noted', () => noteMoved({ from, to, cause, at }))
    .selectFrom('moved')
    .select(PAYIN_COLUMNS)
    .compile();
  const [moved] = await prepared(trx, query);
  if (moved === undefined) return undefined;
  if (isFinal(to)) await recordFinalPayin(deps, trx, moved);
  return moved;
}
