import type { ServiceContext } from '../context.ts';
import { cardAsk } from './ask-card-provider.ts';
import { askAboutDue } from './ask-provider.ts';

/**
 * Asks the providers what became of the payins' attempts whose outcome is unknown.
 *
 * @returns how many attempts were asked about
 */
export async function reconcileAttempts(context: ServiceContext): Promise<number> {
  return askAboutDue(context, cardAsk(context));
}
