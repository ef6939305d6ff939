import type { PageAfter } from '#contract/schemas/developer.ts';
import type { ListDisputesQuery } from '#contract/schemas/dispute.ts';
import type { ListRefundsQuery } from '#contract/schemas/refund.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';

interface Rows {
  refunds: RefundRow;
  disputes: DisputeRow;
}

interface Wanted {
  merchantId: string;
  query: ListRefundsQuery | ListDisputesQuery;
}

/** Lists a merchant's refunds or disputes, the latest first; none if `after` is not one of the merchant's. */
export async function listLatest<Table extends keyof Rows, Item extends { id: string }>(
  db: Db,
  table: Table,
  { merchantId, query: { payin_id: payinId, startDate, endDate, after, size } }: Wanted,
  toItem: (row: Rows[Table]) => Item,
): Promise<PageAfter<Item>> {
  // One more row than is shown tells whether there are more.
  const { rows } = await sql<Rows[Table]>`
    select * from ${sql.table(table)}
    where merchant_id = ${merchantId}
      and ${payinId === undefined ? sql`true` : sql`payin_id = ${payinId}`}
      and ${startDate === undefined ? sql`true` : sql`created_at >= ${startDate}::timestamptz`}
      and ${endDate === undefined ? sql`true` : sql`created_at <= ${endDate}::timestamptz`}
      and ${
        after === undefined
          ? sql`true`
          : sql`(created_at, id) < (
            select last.created_at, last.id from ${sql.table(table)} as last
            where last.id = ${after} and last.merchant_id = ${merchantId})`
      }
    order by created_at desc, id desc limit ${size + 1}::integer`.execute(db);
  const content = rows.slice(0, size).map((row) => toItem(row));
  return { content, ...(rows.length > size && { next: content.at(-1)?.id }) };
}
