import type { ServiceContext } from '../context.ts';
import { cardAsk } from './ask-card-provider.ts';
import { askAboutLeased } from './ask-provider.ts';
import { leaseAttemptOf, PAYIN_ATTEMPTS } from './ask-queries.ts';
import { leaseEnd } from './ask-schedule.ts';

/**
 * A shopper is looking at an order that waits for its provider, perhaps back from a challenge: the
 * provider is asked now. The lease keeps it to one ask at a time, with a pause in between, however
 * many look and in however many processes.
 */
export async function askAboutOrder(context: ServiceContext, payinId: string): Promise<void> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const leased = await leaseAttemptOf(context.db, PAYIN_ATTEMPTS, payinId, lease);
  const ask = cardAsk(context);
  await Promise.all(leased.map((attempt) => askAboutLeased(context, ask, attempt)));
}
