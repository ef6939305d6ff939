import type { ServiceContext } from '../platform/context.ts';
import type { Notification } from '../providers/acquirer.ts';
import type { KnownPayout, PayoutAcquirer } from '../providers/acquirer.ts';
import type { PayoutProviderOutcome } from '../providers/provider.ts';
import { askAndSettle } from '../orders/ask-provider.ts';
import { makeDue, PAYOUT_ATTEMPTS } from '../orders/ask-queries.ts';
import type { StatusQuery } from '../orders/status-query.ts';
import { findPayoutAttempt } from './open-payout.ts';
import { settlePayout } from './settle-payout.ts';

/** Asks a provider for the outcome of a payout's attempt. */
export function payoutStatusQuery(
  context: ServiceContext,
): StatusQuery<PayoutProviderOutcome, OpenedPayout> {
  return {
    attempts: PAYOUT_ATTEMPTS,
    async open({ id }) {
      const found = await findPayoutAttempt(context, id);
      if (found === undefined) throw new Error(`There is no attempt ${id}`);
      return { attempt: found.attempt, payouts: await found.payouts() };
    },
    findOutcome: ({ attempt, payouts }, signal) => payouts.findOutcome(attempt, signal),
    settle: (attemptId, reported) => settlePayout(context, attemptId, reported),
  };
}

interface OpenedPayout {
  attempt: KnownPayout;
  payouts: PayoutAcquirer;
}

/**
 * A terminal's verified notification about a payout of its own: the acquirer is asked. About another
 * terminal's it changes nothing.
 *
 * @returns false when the acquirer could not say now: the attempt is due
 */
export async function takePayoutNotification(
  context: ServiceContext,
  terminalId: string,
  { attemptId }: Notification,
): Promise<boolean> {
  const found = await findPayoutAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    context.log.warn({ terminalId, attemptId }, 'A notification is of no payout of the terminal');
    return true;
  }
  const answered = await askAndSettle(context, {
    ...{ attemptId, orderId: found.orderId },
    open: found.payouts,
    ask: (payouts, signal) => payouts.findOutcome(found.attempt, signal),
    settle: (outcome) => settlePayout(context, attemptId, outcome),
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, PAYOUT_ATTEMPTS, attemptId, context.now());
  return false;
}
