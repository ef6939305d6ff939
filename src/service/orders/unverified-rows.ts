import { LRUCache } from 'lru-cache';
import type { ReportUnverified } from '../platform/bound-rows.ts';
import type { ServiceContext } from '../platform/context.ts';
import { raiseAgain } from './exception-queue.ts';

/** A row that is used all the time is reported once in this time, by each process. */
const REPORTED_EVERY_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/**
 * Creates the function that reports rows that are not as this service left them: a critical line in the log, and an entry
 * of the exception queue, which alerts. It does not wait, and never fails.
 */
export function createUnverifiedReport(
  deps: Pick<ServiceContext, 'db' | 'newId' | 'now' | 'log'>,
): ReportUnverified {
  const reported = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  return (row, consequence) => {
    const nowMs = deps.now().getTime();
    if (nowMs < (reported.get(row) ?? -Infinity) + REPORTED_EVERY_MS) return;
    reported.set(row, nowMs);
    const detail = `This service did not write ${row} as it is: it was changed in the database. ${consequence}`;
    deps.log.fatal({ row }, detail);
    raiseAgain(deps, 'row_not_verified', detail).catch((error: unknown) => {
      reported.delete(row);
      deps.log.error({ err: error }, 'A changed row could not be put in the exception queue');
    });
  };
}
