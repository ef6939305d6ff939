import type { ListPayinsQuery } from '#contract/list.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { countOrders, totalOf } from './list-counts.ts';
import type { ListFilter } from './list-filter.ts';
import { selectPage } from './list-page.ts';
import { seek } from './list-seek.ts';

export type ListResult<Row> =
  { kind: 'page'; total: number; rows: Row[] } | { kind: 'settings_changed' };

/**
 * One page of a merchant's orders, with the exact number of all that match. Counts, the place of the
 * page and its content are read in one snapshot: what happens meanwhile repeats and skips no order.
 */
export async function listOrders<Row>(
  db: Kysely<Tables>,
  caller: MerchantCaller,
  filter: ListFilter,
  { page, size, sort }: Pick<ListPayinsQuery, 'page' | 'size' | 'sort'>,
): Promise<ListResult<Row>> {
  // PGlite has one connection, and therefore no other snapshot.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    if (!(await isCurrent(trx, caller))) return { kind: 'settings_changed' };
    const counts = await countOrders(trx, filter);
    const total = totalOf(counts);
    const offset = (page - 1) * size;
    if (offset >= total) return { kind: 'page', total, rows: [] };
    const landing = await seek(trx, filter, sort, offset);
    const rows = await selectPage<Row>(trx, filter, sort, counts, { ...landing, size });
    return { kind: 'page', total, rows };
  });
}

async function isCurrent(trx: Kysely<Tables>, caller: MerchantCaller): Promise<boolean> {
  const merchant = await trx
    .selectFrom('merchants')
    .select('config_version')
    .where('id', '=', caller.merchantId)
    .executeTakeFirst();
  return merchant?.config_version === caller.version;
}
