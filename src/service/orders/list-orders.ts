import type { ListPayinsQuery } from '#contract/list.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PayinRow, Tables } from '../database/schema.ts';
import type { MerchantCaller } from '../merchants/settings.ts';

export type ListResult<Row> =
  { kind: 'page'; total: number; rows: Row[] } | { kind: 'settings_changed' };

const SORT_COLUMNS = {
  createDate: 'created_at',
  updateDate: 'updated_at',
  amount: 'amount_minor',
} as const satisfies Record<ListPayinsQuery['sort']['field'], string>;

export async function listOrders(
  db: Kysely<Tables>,
  table: 'payins',
  caller: MerchantCaller,
  query: ListPayinsQuery,
): Promise<ListResult<PayinRow>> {
  const merchant = await db
    .selectFrom('merchants')
    .select('config_version')
    .where('id', '=', caller.merchantId)
    .executeTakeFirst();
  if (merchant?.config_version !== caller.version) return { kind: 'settings_changed' };
  const where = sql.join(conditions(caller.merchantId, query), sql` and `);
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(db);
  const direction = query.sort.direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<PayinRow>`
    select * from ${sql.table(table)} where ${where}
    order by ${sql.ref(SORT_COLUMNS[query.sort.field])} ${direction}, id ${direction}
    limit ${query.size} offset ${(query.page - 1) * query.size}`.execute(db);
  return { kind: 'page', total: Number(counted.rows[0]?.total ?? 0n), rows };
}

function conditions(merchantId: string, query: ListPayinsQuery): RawBuilder<unknown>[] {
  const { groupId, startDate, endDate, startUpdateDate, endUpdateDate } = query;
  const filters = [sql`merchant_id = ${merchantId}`];
  if (groupId) filters.push(sql`group_id = ${groupId}`);
  if (startDate) filters.push(sql`created_at >= ${startDate}::timestamptz`);
  if (endDate) filters.push(sql`created_at <= ${endDate}::timestamptz`);
  if (startUpdateDate) filters.push(sql`updated_at >= ${startUpdateDate}::timestamptz`);
  if (endUpdateDate) filters.push(sql`updated_at <= ${endUpdateDate}::timestamptz`);
  if (query.statuses) filters.push(sql`status in (${sql.join(query.statuses)})`);
  if (query.currencies) filters.push(sql`currency in (${sql.join(query.currencies)})`);
  return filters;
}
