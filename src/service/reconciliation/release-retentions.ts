import type { Kysely } from 'kysely';
import { holdRelease, rollingRelease } from '#domain/ledger/posting.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import type { Tables } from '../platform/database/schema.ts';
import { postAll } from '../ledger/post.ts';
import { lockDueRetentions, markReleased } from './retention-queries.ts';
import type { SetAsideDeps } from '../orders/set-aside.ts';
import { sweepRows } from './sweep-rows.ts';

const ROWS_AT_ONCE = 200;
/** A run ends in time even after a long standstill; what is left is due again at the next. */
const BATCHES_A_RUN = 50;

/**
 * Makes available what payins had to leave in hold or rolling, once it is due: everybody's, or one
 * merchant's. Several processes may run this at once: they skip each other's rows, and the ledger refuses a second release.
 *
 * @returns how many amounts were due
 */
export async function releaseRetentions(
  context: SetAsideDeps,
  merchantId?: string,
): Promise<number> {
  let released = 0;
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const rows = await sweepRows(context, {
      work: 'release-retentions',
      rowsAtOnce: ROWS_AT_ONCE,
      lockDue: (trx, at, most) => lockDueRetentions(trx, at, most, merchantId),
      identify: ({ payin_id: orderId, bucket }) => ({ rowId: `${bucket} ${orderId}`, orderId }),
      handle: (trx, due, now) => releaseAll(trx, due, now),
    });
    if (rows === 0) break;
    released += rows;
  }
  return released;
}

/** The rows are of one gate's account, which is locked last: so no two batches deadlock. */
async function releaseAll(
  trx: Kysely<Tables>,
  due: readonly RetentionTable[],
  at: Date,
): Promise<void> {
  await markReleased(trx, due, at);
  const postings = due.map((row) => ({
    orderId: row.payin_id,
    movement: releaseOf(row),
    at,
  }));
  const result = await postAll(trx, postings);
  if (result !== 'posted') throw new Error(`Nothing was released: ${result}`);
}

function releaseOf(row: RetentionTable) {
  const money = { gateId: row.gate_id, currency: row.currency, amountMinor: row.amount_minor };
  return row.bucket === 'hold' ? holdRelease(money) : rollingRelease(money);
}
