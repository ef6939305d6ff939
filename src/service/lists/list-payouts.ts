import type { ListPayoutsQuery } from '#contract/schemas/list.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import {
  countCardNumbers,
  spendComparisons,
  type TooManyComparisons,
} from '../orders/card-comparisons.ts';
import { payoutFilter } from './list-filter.ts';
import { listOrders, type ListPage } from './list-orders.ts';

/**
 * One page of a merchant's payouts, with the exact number of all that match (decision 9). Full card
 * numbers among the accounts count against what the key may compare.
 *
 * @throws StaleSettings
 */
export async function listPayouts(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  caller: MerchantCaller,
  query: ListPayoutsQuery,
): Promise<Result<ListPage<PayoutRow>, TooManyComparisons>> {
  const compared = countCardNumbers(query.accounts ?? []);
  const refusal = await spendComparisons(db, caller.keyId, compared);
  if (refusal) return failure(refusal);
  const filter = payoutFilter(keyring, caller.merchantId, query);
  return success(await listOrders<PayoutRow>(db, caller, filter, query));
}
