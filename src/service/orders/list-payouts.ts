import type { ListPayoutsQuery } from '#contract/list.ts';
import type { ServiceContext } from '../context.ts';
import type { PayoutRow } from '../database/schema-payouts.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { countCardNumbers, spendComparisons, type TooManyComparisons } from './card-comparisons.ts';
import { payoutFilter } from './list-filter.ts';
import { listOrders, type ListResult } from './list-orders.ts';

/**
 * One page of a merchant's payouts, with the exact number of all that match (decision 9). Full card
 * numbers among the accounts count against what the key may compare.
 */
export async function listPayouts(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  caller: MerchantCaller,
  query: ListPayoutsQuery,
): Promise<ListResult<PayoutRow> | TooManyComparisons> {
  const compared = countCardNumbers(query.accounts ?? []);
  const refusal = await spendComparisons(db, caller.keyId, compared);
  if (refusal) return refusal;
  return listOrders(db, caller, payoutFilter(keyring, caller.merchantId, query), query);
}
