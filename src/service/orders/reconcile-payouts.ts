import type { ServiceContext } from '../context.ts';
import type { PayoutNews } from '../providers/provider.ts';
import { askAboutDue, type AskKind } from './ask-provider.ts';
import { PAYOUT_ATTEMPTS } from './ask-queries.ts';
import { settlePayout } from './settle-payout.ts';

/**
 * Asks the providers what became of the payouts whose outcome is unknown, as `reconcileAttempts` does
 * for cards.
 *
 * @returns how many attempts were asked about
 */
export async function reconcilePayouts(context: ServiceContext): Promise<number> {
  return askAboutDue(context, payoutAsk(context));
}

function payoutAsk(context: ServiceContext): AskKind<PayoutNews> {
  return {
    attempts: PAYOUT_ATTEMPTS,
    findNews: async ({ id, adapter }, signal) => {
      const provider = context.payoutProviders.get(adapter);
      if (provider === undefined) throw new Error(`No adapter ${adapter} is installed`);
      return provider.findOutcome(id, signal);
    },
    settle: (attemptId, news) => settlePayout(context, attemptId, news),
  };
}
