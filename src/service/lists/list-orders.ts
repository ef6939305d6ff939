import type { ListPayinsQuery } from '#contract/schemas/list.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { countOrders, totalOf } from './list-counts.ts';
import type { ListFilter } from './list-filter.ts';
import { selectPage } from './list-page.ts';
import { seek } from './list-seek.ts';

export interface ListPage<Row> {
  /** Of all pages. */
  total: number;
  rows: Row[];
}

/**
 * One page of a merchant's orders, with the exact number of all that match. Counts, the place of the
 * page and its content are read in one snapshot: what happens meanwhile repeats and skips no order.
 *
 * @throws StaleSettings
 */
export async function listOrders<Row>(
  db: Kysely<Tables>,
  caller: MerchantCaller,
  filter: ListFilter,
  { page, size, sort }: Pick<ListPayinsQuery, 'page' | 'size' | 'sort'>,
): Promise<ListPage<Row>> {
  // PGlite has one connection, and therefore no other snapshot.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    expectCurrent(caller, await selectVersion(trx, caller.merchantId));
    const counts = await countOrders(trx, filter);
    const total = totalOf(counts);
    const offset = (page - 1) * size;
    if (offset >= total) return { total, rows: [] };
    const landing = await seek(trx, filter, sort, offset);
    const rows = await selectPage<Row>(trx, filter, sort, counts, { ...landing, size });
    return { total, rows };
  });
}

async function selectVersion(
  trx: Kysely<Tables>,
  merchantId: string,
): Promise<{ configVersion: bigint } | undefined> {
  return trx
    .selectFrom('merchants')
    .select('config_version as configVersion')
    .where('id', '=', merchantId)
    .executeTakeFirst();
}
