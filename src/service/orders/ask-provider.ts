import type { ServiceContext } from '../context.ts';
import {
  endLeaseUnanswered,
  leaseDueAttempts,
  type AttemptTable,
  type LeasedAttempt,
} from './ask-queries.ts';
import { leaseEnd, retryAt } from './ask-schedule.ts';
import { setAside, takeBack } from './set-aside.ts';

/** What asking about attempts of payins and of payouts differs in. */
export interface AskKind<News> {
  attempts: AttemptTable;
  /** @throws when the provider cannot say now */
  findNews: (attempt: LeasedAttempt, signal: AbortSignal) => Promise<News>;
  settle: (attemptId: string, news: News) => Promise<unknown>;
}

const ATTEMPTS_AT_ONCE = 20;
const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Asks the providers about the attempts that are due. Each is leased before: so nobody else asks about
 * it meanwhile, and after the lease somebody does, should this process die.
 *
 * @returns how many attempts were asked about
 */
export async function askAboutDue<News>(
  context: ServiceContext,
  kind: AskKind<News>,
): Promise<number> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const due = await leaseDueAttempts(context.db, kind.attempts, lease, ATTEMPTS_AT_ONCE);
  const asks = await Promise.allSettled(
    due.map((attempt) => askAboutLeased(context, kind, attempt)),
  );
  for (const ask of asks) if (ask.status === 'rejected') throw ask.reason;
  return due.length;
}

/**
 * Asks about an attempt that the caller has leased. Only an answer moves it along its schedule; without
 * one it is due again after a short rest. No transaction is open while the provider is asked.
 */
export async function askAboutLeased<News>(
  context: ServiceContext,
  kind: AskKind<News>,
  attempt: LeasedAttempt,
): Promise<void> {
  const answer = await findNews(context, kind, attempt);
  if (answer === undefined) {
    const rested = retryAt(context.now(), attempt.unanswered);
    await endLeaseUnanswered(context.db, kind.attempts, attempt, rested);
    return;
  }
  const { work } = kind.attempts;
  const { id, orderId } = attempt;
  const row = { rowId: id, orderId, attemptId: id };
  try {
    await kind.settle(id, answer.news);
  } catch (error) {
    await setAside(context, work, row, error);
    return;
  }
  if (attempt.wasSetAside) await takeBack(context.db, work, [row], context.now());
}

/** Undefined where the provider gave no answer. */
async function findNews<News>(
  context: ServiceContext,
  { findNews: find }: AskKind<News>,
  attempt: LeasedAttempt,
): Promise<{ news: News } | undefined> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  ]);
  try {
    return { news: await find(attempt, deadline) };
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'An attempt is still unknown');
    return undefined;
  }
}
