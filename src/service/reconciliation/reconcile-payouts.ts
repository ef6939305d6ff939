import type { ServiceContext } from '../platform/context.ts';
import type { PayoutProviderOutcome } from '../providers/provider.ts';
import { providerOf } from '../providers/registry.ts';
import { askAboutDue, type StatusQuery } from '../orders/status-query.ts';
import { PAYOUT_ATTEMPTS } from '../orders/ask-queries.ts';
import { settlePayout } from '../payouts/settle-payout.ts';

/**
 * Asks the providers for the outcome of the payouts where it is unknown, as `reconcileAttempts` does for
 * cards.
 *
 * @returns how many attempts were asked about
 */
export async function reconcilePayouts(context: ServiceContext): Promise<number> {
  return askAboutDue(context, payoutStatusQuery(context));
}

function payoutStatusQuery(context: ServiceContext): StatusQuery<PayoutProviderOutcome> {
  return {
    attempts: PAYOUT_ATTEMPTS,
    findOutcome: async (attempt, signal) =>
      providerOf(context.providers.payouts, attempt).findOutcome(attempt.id, signal),
    settle: (attemptId, reported) => settlePayout(context, attemptId, reported),
  };
}
