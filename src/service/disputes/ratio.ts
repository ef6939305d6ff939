import type { CardBrand } from '#domain/card/number.ts';
import {
  DISPUTE_SCHEMES,
  disputeLimitsOf,
  disputeRatio,
  monthOf,
  schemeOf,
  startOfMonth,
  type CountedMonth,
  type DisputeRatio,
  type DisputeScheme,
  type OwnDisputeLimits,
} from '#domain/dispute/ratio.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** A merchant's dispute ratios for the cards of one scheme. */
export interface MerchantDisputes {
  merchantId: string;
  merchant: string;
  scheme: DisputeScheme;
  thisMonth: DisputeRatio;
  lastMonth: DisputeRatio;
}

interface Asked {
  /** Decides which month is the current one. */
  now: Date;
  /** Undefined for all merchants that have a dispute in either month. */
  merchantId: string | undefined;
}

/**
 * Reads the dispute ratios of this month and of last month, in UTC. A dispute counts in the month of its chargeback; an
 * inquiry does not count. The payments come from the rollup, so those of the last few seconds may be missing.
 */
export async function readDisputeRatios(
  db: Db,
  { now, merchantId }: Asked,
): Promise<MerchantDisputes[]> {
  const month = monthOf(now);
  const disputed = await selectDisputed(db, { first: month - 1, last: month, merchantId });
  const ids = merchantId === undefined ? disputed.map((row) => row.merchant_id) : [merchantId];
  const merchants = await selectMerchants(db, [...new Set(ids)]);
  const paid = await selectPaid(db, { first: month - 2, last: month, merchants });
  const counted = Map.groupBy([...disputed, ...paid], (row) => row.merchant_id);
  return merchants.flatMap(({ id, name, dispute_limits: own }) => {
    const limits = disputeLimitsOf(own);
    const ofSchemes = Map.groupBy(counted.get(id) ?? [], ({ brand }) => schemeOf(brand));
    return DISPUTE_SCHEMES.flatMap((scheme) => {
      const rows = ofSchemes.get(scheme);
      if (rows === undefined) return [];
      const of = { counted: byMonth(rows), limits };
      const thisMonth = disputeRatio(scheme, month, of);
      const lastMonth = disputeRatio(scheme, month - 1, of);
      return { merchantId: id, merchant: name, scheme, thisMonth, lastMonth };
    });
  });
}

/** Adds up the brands of a scheme, by month. */
function byMonth(rows: readonly CountedBrand[]): CountedMonth[] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, of]) => ({
    month,
    disputes: of.reduce((sum, { disputes }) => sum + Number(disputes), 0),
    payments: of.reduce((sum, { payments }) => sum + Number(payments), 0),
  }));
}

interface CountedBrand {
  merchant_id: string;
  brand: CardBrand | null;
  month: number;
  disputes: bigint;
  payments: bigint;
}

interface Months {
  first: number;
  last: number;
}

async function selectDisputed(
  db: Db,
  { first, last, merchantId }: Months & { merchantId: string | undefined },
): Promise<CountedBrand[]> {
  const { rows } = await sql<CountedBrand>`
    select dispute.merchant_id, payin.card_brand as brand,
      case when dispute.charged_back_at < ${startOfMonth(last)} then ${first}::integer
        else ${last}::integer end as month, count(*) as disputes, 0::bigint as payments
    from disputes dispute join payins payin on payin.id = dispute.payin_id
    where dispute.charged_back_at >= ${startOfMonth(first)}
      and dispute.charged_back_at < ${startOfMonth(last + 1)}
      and ${merchantId === undefined ? sql`true` : sql`dispute.merchant_id = ${merchantId}`}
      and payin.payment_source = 'CARD'
    group by 1, 2, 3`.execute(db);
  return rows;
}

async function selectPaid(
  db: Db,
  { first, last, merchants }: Months & { merchants: readonly { id: string }[] },
): Promise<CountedBrand[]> {
  const { rows } = await sql<CountedBrand>`
    select merchant_id, nullif(code, 'unknown') as brand, bucket as month, 0::bigint as disputes,
      sum(orders)::bigint as payments
    from unnest(${merchants.map(({ id }) => id)}::uuid[]) as merchant (id)
    join order_counts on merchant_id = merchant.id and direction = 'payin'
      and series = 'credited_month' and bucket between ${first}::integer and ${last}::integer
      and status = 'SUCCESS' and code <> ''
    group by 1, 2, 3`.execute(db);
  return rows;
}

function selectMerchants(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; name: string; dispute_limits: OwnDisputeLimits }[]> {
  return db
    .selectFrom('merchants')
    .select(['id', 'name', 'dispute_limits'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
