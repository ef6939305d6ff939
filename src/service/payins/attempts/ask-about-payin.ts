import { isUnderWay } from '#domain/order/status.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow } from '../../platform/database/schema.ts';
import { payinStatusQuery } from './ask-card-provider.ts';
import { askAboutLeased } from '../../orders/status-query.ts';
import { leaseAttemptOf, PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { leaseEnd } from '../../orders/ask-schedule.ts';

/**
 * A shopper is looking at an order. One that waits for its provider, perhaps back from a challenge, has
 * the provider asked now, behind the answer. The lease keeps it to one status query at a time, with a pause in between, however
 * many look and in however many processes.
 */
export function askWhenLookedAt(
  context: ServiceContext,
  { id, status }: Pick<PayinRow, 'id' | 'status'>,
): void {
  if (isUnderWay(status)) context.background.run(askAboutOrder(context, id));
}

async function askAboutOrder(context: ServiceContext, payinId: string): Promise<void> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const leased = await leaseAttemptOf(context.db, PAYIN_ATTEMPTS, payinId, lease);
  const query = payinStatusQuery(context);
  await Promise.all(leased.map((attempt) => askAboutLeased(context, query, attempt)));
}
