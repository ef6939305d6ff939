import type { ServiceContext } from '../../platform/context.ts';
import type { Notification } from '../../providers/acquirer.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { findAttempt } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * A terminal's verified notification about an attempt of its own. What it means is confirmed by the
 * adapter: most ask the acquirer. About an attempt that has ended, or of another terminal, it changes
 * nothing.
 *
 * @returns false when what it means could not be confirmed now: the attempt is due, and where nothing can
 *   be asked the notification has to come again
 */
export async function takeCardNotification(
  context: ServiceContext,
  terminalId: string,
  { attemptId, reported }: Notification,
): Promise<boolean> {
  const found = await findAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) return true;
  if (found.attempt.outcome !== undefined) return true;
  const { attempt } = found;
  const answered = await askAndSettle(context, {
    ...{ attemptId, orderId: attempt.orderId },
    open: found.cards,
    ask: (cards, signal) => cards.confirmNotification(attempt, reported, signal),
    settle: (outcome) => settleAttempt(context, attemptId, outcome),
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  return false;
}
