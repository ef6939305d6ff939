import type { ListRefundsQuery, Refund } from '#contract/schemas/refund.ts';
import type { PageAfter } from '#contract/schemas/developer.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import { toRefund } from './present.ts';
import { selectOwnRefund, selectRefunds } from './store.ts';

type Deps = Pick<ServiceContext, 'db'>;

/** A merchant's own refund by its id; undefined when there is none. */
export async function findRefund(
  { db }: Deps,
  { merchantId }: { merchantId: string },
  id: string,
): Promise<RefundRow | undefined> {
  return selectOwnRefund(db, merchantId, id);
}

/** A merchant's own refunds, the latest first. */
export async function listRefunds(
  { db }: Deps,
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
