import type { ServiceContext } from '../platform/context.ts';
import { closeOpenLink, selectLink, type FoundLink } from './store.ts';

/**
 * Closes a link: it makes no more payins. Those that it made stay as they are. A closed link is answered as it is.
 *
 * @param merchantId whose link it must be; undefined for anybody's
 * @returns undefined if there is no such link
 */
export async function closeLink(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  id: string,
  merchantId: string | undefined,
): Promise<FoundLink | undefined> {
  const link = await selectLink(db, id, merchantId);
  if (link === undefined || link.closed_at !== null) return link;
  await closeOpenLink(db, id, now());
  return selectLink(db, id, merchantId);
}
