import type { PageAfter } from '#contract/schemas/developer.ts';
import type { Dispute, ListDisputesQuery } from '#contract/schemas/dispute.ts';
import type { ServiceContext } from '../platform/context.ts';
import { toDispute } from './present.ts';
import { selectDispute, selectDisputes, selectNotices } from './store.ts';

type Deps = Pick<ServiceContext, 'db'>;

/** A merchant's own dispute by its id, with its history; undefined when there is none. */
export async function findDispute(
  { db }: Deps,
  { merchantId }: { merchantId: string },
  id: string,
): Promise<Dispute | undefined> {
  const dispute = await selectDispute(db, merchantId, id);
  return dispute && toDispute(dispute, await selectNotices(db, dispute.id));
}

/** A merchant's own disputes, the latest first, without their history. */
export async function listDisputes(
  { db }: Deps,
  { merchantId }: { merchantId: string },
  query: ListDisputesQuery,
): Promise<PageAfter<Dispute>> {
  // One more than is shown says whether there are more.
  const found = await selectDisputes(db, {
    merchantId,
    payinId: query.payin_id,
    start: query.startDate,
    end: query.endDate,
    after: query.after,
    most: query.size + 1,
  });
  const content = found.slice(0, query.size).map((dispute) => toDispute(dispute));
  return { content, ...(found.length > query.size && { next: content.at(-1)?.id }) };
}
