import type { ServiceContext } from '../context.ts';
import { makeAllDue, PAYIN_ATTEMPTS, PAYOUT_ATTEMPTS } from './ask-queries.ts';

/** Whoever waits for an older order has waited longer than a schedule's step already. */
const YOUNG_MS = 10 * 60_000;

/**
 * Has every open attempt of the last minutes asked about at once: for a start, and for a database that
 * is available again, when answers were lost and those who asked may be gone.
 *
 * @returns how many attempts there are
 */
export async function hastenAsks({
  db,
  now: clock,
}: Pick<ServiceContext, 'db' | 'now'>): Promise<number> {
  const now = clock();
  const young = { now, madeSince: new Date(now.getTime() - YOUNG_MS) };
  const payins = await makeAllDue(db, PAYIN_ATTEMPTS, young);
  return payins + (await makeAllDue(db, PAYOUT_ATTEMPTS, young));
}
