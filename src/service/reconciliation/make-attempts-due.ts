import { makeAllDue, PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS, REFUND_ATTEMPTS } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';

/** An older order has waited longer than a step of the schedule already. */
const YOUNG_MS = 10 * 60_000;

/**
 * Makes the status inquiry about every open attempt of the last minutes due at once: for a start, and for a database that
 * is available again, when answers were lost and the processes that waited for them may be gone.
 *
 * @returns how many attempts there are
 */
export async function makeAttemptsDue({
  db,
  now: clock,
}: Pick<ServiceContext, 'db' | 'now'>): Promise<number> {
  const now = clock();
  const young = { now, madeSince: new Date(now.getTime() - YOUNG_MS) };
  const payins = await makeAllDue(db, PAYIN_ATTEMPTS, young);
  const payouts = await makeAllDue(db, PAYOUT_ATTEMPTS, young);
  return payins + payouts + (await makeAllDue(db, REFUND_ATTEMPTS, young));
}
