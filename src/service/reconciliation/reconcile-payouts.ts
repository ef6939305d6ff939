import type { ServiceContext } from '../platform/context.ts';
import { askAboutDue } from '../orders/status-query.ts';
import { payoutStatusQuery } from '../payouts/ask-payout-provider.ts';

/**
 * Asks the providers for the outcome of the payouts where it is unknown, as `reconcileAttempts` does for
 * cards.
 *
 * @returns how many attempts were asked about
 */
export async function reconcilePayouts(
  context: ServiceContext,
  merchantId?: string,
): Promise<number> {
  return askAboutDue(context, payoutStatusQuery(context), merchantId);
}
