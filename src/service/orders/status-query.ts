import type { ServiceContext } from '../platform/context.ts';
import { repeatingCut } from '../platform/database/repeat-lost.ts';
import { askProvider } from './ask-provider.ts';
import {
  endLeaseUnanswered,
  leaseDueAttempts,
  type AttemptTable,
  type LeasedAttempt,
} from './ask-queries.ts';
import { leaseEnd, retryAt } from './ask-schedule.ts';
import { setAside, endSetAside } from './set-aside.ts';

/** What status queries about attempts of payins and of payouts differ in. */
export interface StatusQuery<Outcome extends object, Opened> {
  attempts: AttemptTable;
  /** Finds the attempt, and opens its terminal. @throws when either cannot be done */
  open: (attempt: LeasedAttempt) => Promise<Opened>;
  /** @throws when the provider cannot say now */
  findOutcome: (opened: Opened, signal: AbortSignal) => Promise<Outcome>;
  settle: (attemptId: string, reported: Outcome) => Promise<unknown>;
}

const ATTEMPTS_AT_ONCE = 20;

/**
 * Sends the providers the status queries that are due, everybody's or one merchant's. Each attempt is leased before: so nobody else asks
 * about it meanwhile, and after the lease somebody does, should this process die.
 *
 * @returns how many attempts were asked about
 */
export async function askAboutDue<Outcome extends object, Opened>(
  context: ServiceContext,
  kind: StatusQuery<Outcome, Opened>,
  merchantId?: string,
): Promise<number> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const { attempts } = kind;
  const due = await repeatingCut(() =>
    leaseDueAttempts(context.db, attempts, lease, ATTEMPTS_AT_ONCE, merchantId),
  );
  const queries = await Promise.allSettled(
    due.map((attempt) => askAboutLeased(context, kind, attempt)),
  );
  for (const query of queries) if (query.status === 'rejected') throw query.reason;
  return due.length;
}

/**
 * Asks about an attempt that the caller has leased. Without an answer it is due again after a short
 * backoff. No transaction is open while the provider is asked. A connection to the database that is cut
 * meanwhile is neither the provider's silence nor the end of the turn: what was cut is done again.
 */
export async function askAboutLeased<Outcome extends object, Opened>(
  context: ServiceContext,
  kind: StatusQuery<Outcome, Opened>,
  attempt: LeasedAttempt,
): Promise<void> {
  const reported = await askProvider(context, {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    open: () => repeatingCut(() => kind.open(attempt)),
    ask: (opened, signal) => kind.findOutcome(opened, signal),
  });
  if (reported === undefined) {
    const rested = retryAt(context.now(), attempt.unanswered);
    await repeatingCut(() => endLeaseUnanswered(context.db, kind.attempts, attempt, rested));
    return;
  }
  const { work } = kind.attempts;
  const { id, orderId } = attempt;
  const row = { rowId: id, orderId, attemptId: id };
  try {
    await repeatingCut(() => kind.settle(id, reported));
  } catch (error) {
    await setAside(context, work, row, error);
    return;
  }
  if (!attempt.wasSetAside) return;
  const at = context.now();
  await context.db.transaction().execute((trx) => endSetAside(trx, work, [row], at));
}
