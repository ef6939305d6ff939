import type { ListRefundsQuery, Refund } from '#contract/schemas/refund.ts';
import type { PageAfter } from '#contract/schemas/developer.ts';
import type { ServiceContext } from '../platform/context.ts';
import { toRefund } from './present.ts';
import { selectRefunds } from './store.ts';

/** A merchant's own refunds, the latest first. */
export async function listRefunds(
  { db }: Pick<ServiceContext, 'db'>,
  { merchantId }: { merchantId: string },
  query: ListRefundsQuery,
): Promise<PageAfter<Refund>> {
  // One more than is shown says whether there are more.
  const found = await selectRefunds(db, {
    merchantId,
    payinId: query.payin_id,
    start: query.startDate,
    end: query.endDate,
    after: query.after,
    most: query.size + 1,
  });
  const content = found.slice(0, query.size).map(toRefund);
  return { content, ...(found.length > query.size && { next: content.at(-1)?.id }) };
}
