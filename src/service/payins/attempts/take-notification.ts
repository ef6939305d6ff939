import type { ServiceContext } from '../../platform/context.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * A provider's notification that the outcome of an attempt is known. The provider is asked, rather than
 * the notification believed: what anybody can send to an address proves nothing. A status query that is
 * under way may have been answered before, so this one is made beside it; without an answer the attempt
 * is due.
 */
export async function takeNotification(
  context: ServiceContext,
  adapter: string,
  attemptId: string,
): Promise<void> {
  const provider = context.providers.cards.get(adapter);
  if (provider === undefined) return;
  const answered = await askAndSettle(context, {
    attemptId,
    ask: (signal) => provider.findOutcome(attemptId, signal),
    settle: (outcome) => settleAttempt(context, attemptId, outcome),
  });
  if (answered === undefined) {
    await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  }
}
