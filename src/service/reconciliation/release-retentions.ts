import { lockDueRetentions, releaseRetained, RETENTION_ID } from '../ledger/retention.ts';
import { isQuarantined, sweepRows, type QuarantineDeps } from '../orders/quarantine.ts';

const ROWS_AT_ONCE = 200;
/** Limits a run, so that it ends in time even after a long outage. The next run does the rest. */
const BATCHES_A_RUN = 50;

/**
 * Releases retentions that are due, from hold or rolling to the available balance.
 * Several processes may run this at once: they skip each other's rows, and the ledger refuses a second release.
 *
 * @returns the number of retentions that were due
 */
export async function releaseRetentions(context: QuarantineDeps): Promise<number> {
  let released = 0;
  for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
    const rows = await sweepRows(context, {
      work: 'release-retentions',
      rowsAtOnce: ROWS_AT_ONCE,
      lockDue: (trx, now, most) =>
        lockDueRetentions(trx, {
          now,
          most,
          except: isQuarantined('release-retentions', RETENTION_ID, now),
        }),
      identify: ({ payin_id: orderId, bucket }) => ({ rowId: `${bucket} ${orderId}`, orderId }),
      handle: releaseRetained,
    });
    if (rows === 0) break;
    released += rows;
  }
  return released;
}
