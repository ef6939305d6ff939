import type { ServiceContext } from '../../platform/context.ts';
import type { KnownAttempt, Notification } from '../../providers/acquirer.ts';
import type { ProviderOutcome } from '../../providers/provider.ts';
import { askAndSettle } from '../../orders/ask-provider.ts';
import { makeDue, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { raiseAttention } from '../../orders/attention.ts';
import { findAttempt } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * A terminal's verified notification about an attempt of its own. What it means is confirmed by the
 * adapter: most ask the acquirer. An attempt that has ended stays as it ended: an approval of it is
 * recorded as money that was taken after its end, and that nothing was taken of one that was approved is a
 * contradiction. Of another terminal's attempt it changes nothing.
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
  if (found?.terminal.id !== terminalId) {
    const of = { terminalId, attemptId, event: reported?.event };
    context.log.warn(of, 'A notification is of no attempt that the terminal made');
    return true;
  }
  const { attempt } = found;
  const answered = await askAndSettle(context, {
    ...{ attemptId, orderId: attempt.orderId },
    open: found.cards,
    ask: (cards, signal) => cards.confirmNotification(attempt, reported, signal),
    async settle(outcome) {
      await settleAttempt(context, attemptId, outcome);
      await compareWithEnd(context, attempt, outcome);
    },
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  return false;
}

const TOOK_NOTHING: ReadonlySet<ProviderOutcome['outcome']> = new Set([
  'soft_decline',
  'hard_decline',
  'never_seen',
  'abandoned',
]);

/** What was approved has credited the merchant: that nothing was taken after all needs a person. */
async function compareWithEnd(
  context: ServiceContext,
  { id: attemptId, orderId, outcome: ended }: KnownAttempt,
  { outcome }: ProviderOutcome,
): Promise<void> {
  if (ended !== 'approved' || !TOOK_NOTHING.has(outcome)) return;
  await raiseAttention(context, context.db, {
    ...{ kind: 'provider_contradicts', orderId, attemptId, at: context.now() },
    detail: `The provider approved the attempt, and says now that nothing was taken (${outcome}).`,
  });
}
