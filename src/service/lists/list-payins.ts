import type { ListPayinsQuery } from '#contract/schemas/list.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { payinFilter } from './list-filter.ts';
import { listOrders, type ListPage } from './list-orders.ts';

/** One page of a merchant's payins, with the exact number of all that match (decision 9). */
export async function listPayins(
  { db }: Pick<ServiceContext, 'db'>,
  caller: MerchantCaller,
  query: ListPayinsQuery,
): Promise<ListPage<PayinRow>> {
  return listOrders(db, caller, payinFilter(caller.merchantId, query), query);
}
