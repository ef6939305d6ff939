import type { ServiceContext } from '../../platform/context.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { askCardProvider } from './ask-card-provider.ts';
import { findAttempt } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Has the acquirer of an attempt asked now, because its outcome was reported to be known. A status query
 * that is under way may have been answered before, so this one is made beside it; without an answer the
 * attempt is due.
 */
export async function askAboutAttempt(context: ServiceContext, attemptId: string): Promise<void> {
  const found = await findAttempt(context, attemptId);
  if (found === undefined) return;
  const answered = await askAndSettle(context, {
    ...{ attemptId, orderId: found.attempt.orderId },
    open: found.cards,
    ask: (cards, signal) => askCardProvider(context, { ...found, cards }, signal),
    settle: (outcome) => settleAttempt(context, attemptId, outcome),
  });
  if (answered === undefined) await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
}
