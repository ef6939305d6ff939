import { FINAL_STATUSES } from '#domain/order/status.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueryTime } from '../../platform/database/query-time.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { RecordedRequest } from '../duplicate.ts';

type Db = Kysely<Tables>;

export const ORDER_TABLES = ['payins', 'payouts'] as const;
export type OrderTable = (typeof ORDER_TABLES)[number];

/** As the indexes have it: in full, for a plan to be made by them. */
const IS_FINAL = sql`status in (${sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))})`;
const IS_KEPT = sql`erasure is null`;
const IS_ASKED = sql`erasure = 'asked'`;

export const isAskedAndFinal: RawBuilder<boolean> = sql`${IS_ASKED} and ${IS_FINAL}`;

/** Ended, and not changed since. */
export function endedBefore(before: QueryTime): RawBuilder<boolean> {
  return sql`${IS_KEPT} and ${IS_FINAL} and updated_at < ${before}`;
}

/**
 * Whether there is one. Asked for the first in the index's order: of any one, a plan might search the whole
 * table, in which there is none.
 */
export function hasEndedBefore(table: OrderTable, before: QueryTime): RawBuilder<boolean> {
  return sql`(
    select updated_at from ${sql.table(table)} where ${IS_KEPT} and ${IS_FINAL}
    order by updated_at limit 1) < ${before}`;
}

export function hasAskedAndFinal(table: OrderTable): RawBuilder<boolean> {
  return sql`exists (select from ${sql.table(table)} where ${isAskedAndFinal})`;
}

/** As the index for searches has it. */
function isOf(email: string): RawBuilder<boolean> {
  return sql`customer ->> 'email' is not null and lower(customer ->> 'email') = ${email}`;
}

export function endedOf(email: string): RawBuilder<boolean> {
  return sql`${isOf(email)} and ${IS_FINAL} and erasure is distinct from 'done'`;
}

export interface OrderToErase {
  id: string;
  group_id: string;
  request: RecordedRequest;
}

/** Passes over what others are at. */
export async function lockToErase(
  trx: Db,
  table: OrderTable,
  which: RawBuilder<boolean>,
  limit: number,
): Promise<OrderToErase[]> {
  const { rows } = await sql<OrderToErase>`
    select id, group_id, request from ${sql.table(table)} where ${which}
    order by updated_at limit ${limit}::integer for no key update skip locked`.execute(trx);
  return rows;
}

/** Everything a customer, or a merchant or operator about one, has said; the money and its way stay. */
export async function eraseCustomers(
  trx: Db,
  table: OrderTable,
  orders: readonly OrderToErase[],
): Promise<void> {
  const erased = JSON.stringify(orders.map(({ id, request }) => ({ id, request })));
  const operators = table === 'payins' ? sql`comment_internal = null,` : sql``;
  await sql`
    update ${sql.table(table)} as kept
    set customer = '{}', payment_method_data = null, comment = null, ${operators}
      request = erased.request, erasure = 'done'
    from jsonb_to_recordset(${erased}::jsonb) as erased (id uuid, request jsonb)
    where kept.id = erased.id`.execute(trx);
}

/** Those of a customer that are under way, so that they are erased when they end. @returns how many were not yet */
export async function askForOpen(trx: Db, table: OrderTable, email: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set erasure = 'asked'
    where ${isOf(email)} and not ${IS_FINAL} and ${IS_KEPT}`.execute(trx);
  return Number(numAffectedRows);
}

export async function countOpen(db: Db, table: OrderTable, email: string): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from ${sql.table(table)}
    where ${isOf(email)} and not ${IS_FINAL}`.execute(db);
  return rows[0]?.orders ?? 0;
}
