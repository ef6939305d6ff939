import type { Kysely } from 'kysely';
import { holdRelease, rollingRelease } from '#domain/ledger/posting.ts';
import type { ServiceContext } from '../context.ts';
import type { RetentionTable } from '../database/schema-ledger.ts';
import type { Tables } from '../database/schema.ts';
import { postAll } from '../ledger/post.ts';
import { lockDueRetentions, markReleased } from './retention-queries.ts';

const ROWS_AT_ONCE = 200;
/** A run ends in time even after a long standstill; what is left is due again at the next. */
const BATCHES_A_RUN = 50;

/**
 * Makes available what payins had to leave in hold or rolling, once it is due. Several processes may
 * run this at once: they pass over each other's rows, and the ledger refuses a second release.
 *
 * @returns how many amounts were released
 */
export async function releaseRetentions(
  context: Pick<ServiceContext, 'db' | 'now'>,
): Promise<number> {
  const at = context.now();
  let released = 0;
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const rows = await context.db.transaction().execute((trx) => releaseBatch(trx, at));
    if (rows === 0) break;
    released += rows;
  }
  return released;
}

/** Locks rows of one gate's account, and then that account: so no two batches wait for each other in a circle. */
async function releaseBatch(trx: Kysely<Tables>, at: Date): Promise<number> {
  const due = await lockDueRetentions(trx, at, ROWS_AT_ONCE);
  if (due.length === 0) return 0;
  await markReleased(trx, due, at);
  const postings = due.map((row) => ({ orderId: row.payin_id, movement: releaseOf(row) }));
  const result = await postAll(trx, postings, at);
  if (result !== 'posted') throw new Error(`Nothing was released: ${result}`);
  return due.length;
}

function releaseOf(row: RetentionTable) {
  const money = { gateId: row.gate_id, currency: row.currency, amountMinor: row.amount_minor };
  return row.bucket === 'hold' ? holdRelease(money) : rollingRelease(money);
}
