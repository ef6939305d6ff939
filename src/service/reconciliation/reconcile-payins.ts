import type { ServiceContext } from '../platform/context.ts';
import { payinStatusQuery } from '../payins/attempts/ask-card-provider.ts';
import { askAboutDue } from '../orders/status-query.ts';

/**
 * Asks the providers for the outcome of the payins' attempts where it is unknown.
 *
 * @returns how many attempts were asked about
 */
export async function reconcileAttempts(
  context: ServiceContext,
  merchantId?: string,
): Promise<number> {
  return askAboutDue(context, payinStatusQuery(context), merchantId);
}
