import { sql, type Kysely } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';
import type { DividedAmountTable } from '../platform/database/tables/lists.ts';
import { SERIES } from './list-series.ts';
import { FIRST_ID, orderTable, pairTable, type Pair, type Part, type Place } from './part-rows.ts';

/** The parts of a narrow bucket: each has so many orders of a pair of currency and status, at most. */
export async function selectParts(
  trx: Kysely<Tables>,
  amounts: DividedAmountTable,
  pairs: readonly Pair[],
  most: number,
): Promise<Part[]> {
  const { from, before } = SERIES.amount.bounds(amounts.amount_narrow);
  const starts = await selectStarts(trx, amounts, pairs, most);
  const ends = [...starts, { amount: before, id: FIRST_ID }];
  return ends.map((end, index) => ({
    from: starts[index - 1] ?? { amount: from, id: FIRST_ID },
    before: end,
  }));
}

/** Every so manieth order of each pair, as their index has them. */
async function selectStarts(
  trx: Kysely<Tables>,
  { merchant_id: merchantId, direction, amount_narrow: bucket }: DividedAmountTable,
  pairs: readonly Pair[],
  every: number,
): Promise<Place[]> {
  const { from, before } = SERIES.amount.bounds(bucket);
  const { rows } = await sql<Place>`
    select chosen.amount_minor::text as amount, chosen.id
    from ${pairTable(pairs)} cross join lateral (
      select amount_minor, id from (
        select amount_minor, id, row_number() over (order by amount_minor, id) as place
        from ${orderTable(direction)} as orders
        where merchant_id = ${merchantId} and orders.currency = pair.currency and orders.status = pair.status
          and amount_minor >= ${from}::bigint and amount_minor < ${before}::bigint
      ) listed where place % ${every}::integer = 0
    ) chosen
    order by chosen.amount_minor, chosen.id`.execute(trx);
  return rows;
}
