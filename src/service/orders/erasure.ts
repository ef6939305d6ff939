import { normalizeEmail } from '#domain/customer/contact.ts';
import { FINAL_STATUSES } from '#domain/order/status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { after, type QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { eraseBodies, eraseEndedBodies, isBodyToErase } from '../webhooks/store.ts';
import { eraseRequest, type RecordedRequest } from './duplicate.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring'>;

/** Small enough that a batch holds its locks for milliseconds only. */
const ERASED_AT_ONCE = 200;
const DAY_MS = 86_400_000;

/** Returns the time before which ended orders are due for erasure; undefined if customers' data are kept for good. */
function retainedSince(
  { retainCustomerDays: days }: Pick<ServiceContext, 'retainCustomerDays'>,
  now: QueryTime,
): RawBuilder<Date> | undefined {
  return days === undefined ? undefined : after(now, -days * DAY_MS);
}

/**
 * Builds the condition that something has to be erased: orders that ended before the retention time, orders that ended
 * after their erasure was requested, or webhooks that had to be delivered first.
 */
export function isAnyErasureDue(
  context: Pick<ServiceContext, 'retainCustomerDays'>,
  now: QueryTime,
): RawBuilder<boolean> {
  const before = retainedSince(context, now);
  const orders = ORDER_TABLES.flatMap((table) => [
    hasRequestedAndFinal(table),
    ...(before === undefined ? [] : [hasEndedBefore(table, before)]),
  ]);
  const events = sql`exists (select from webhook_events where ${isBodyToErase})`;
  return sql`(${sql.join([events, ...orders], sql` or `)})`;
}

/** Erases a batch of each kind of what is due. @returns how many orders and webhooks were erased */
export async function eraseDue(
  context: Deps & Pick<ServiceContext, 'now' | 'retainCustomerDays'>,
): Promise<number> {
  const before = retainedSince(context, context.now());
  const conditions = [isRequestedAndFinal, ...(before === undefined ? [] : [endedBefore(before)])];
  let erased = await eraseEndedBodies(context.db, ERASED_AT_ONCE);
  for (const table of ORDER_TABLES) {
    for (const due of conditions) erased += await eraseSome(context, table, due);
  }
  return erased;
}

/** Erases some of a customer's ended orders: call it until none is left. @returns how many */
export async function eraseEndedOrdersOf(context: Deps, email: string): Promise<number> {
  let erased = 0;
  for (const table of ORDER_TABLES) {
    erased += await eraseSome(context, table, isEndedOrderOf(normalizeEmail(email)));
  }
  return erased;
}

/**
 * Requests the erasure of a customer's orders that have not ended; they are erased when they end.
 *
 * @returns for how many orders this was not requested before, and how many have not ended
 */
export async function requestErasureOfOpenOrders(
  { db }: Pick<Deps, 'db'>,
  email: string,
): Promise<{ requested: number; open: number }> {
  const normalizedEmail = normalizeEmail(email);
  let [requested, open] = [0, 0];
  for (const table of ORDER_TABLES) {
    requested += await setErasureRequested(db, table, normalizedEmail);
    open += await countOpen(db, table, normalizedEmail);
  }
  return { requested, open };
}

function eraseSome(
  { db, keyring }: Deps,
  table: OrderTable,
  condition: RawBuilder<boolean>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const orders = await lockToErase(trx, table, condition, ERASED_AT_ONCE);
    if (orders.length === 0) return 0;
    const erased = orders.map((order) => ({
      ...order,
      request: eraseRequest(keyring, order.request),
    }));
    await eraseCustomers(trx, table, erased);
    const refundIds = table === 'payins' ? await eraseRefunds(trx, orders) : [];
    const groupIds = orders.map(({ group_id: groupId }) => groupId);
    await eraseBodies(trx, [...groupIds, ...refundIds]);
    return orders.length;
  });
}

const ORDER_TABLES = ['payins', 'payouts'] as const;
type OrderTable = (typeof ORDER_TABLES)[number];

/** Spelled out as in the indexes' conditions, so that the planner uses them. */
const IS_FINAL = sql`status in (${sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))})`;
const ERASURE_NOT_REQUESTED = sql`erasure is null`;
const ERASURE_REQUESTED = sql`erasure = 'requested'`;

const isRequestedAndFinal: RawBuilder<boolean> = sql`${ERASURE_REQUESTED} and ${IS_FINAL}`;

/** Builds the condition that an order ended before a time, was not changed since, and still has its customer's data. */
function endedBefore(before: QueryTime): RawBuilder<boolean> {
  return sql`${ERASURE_NOT_REQUESTED} and ${IS_FINAL} and updated_at < ${before}`;
}

/**
 * Builds the condition that a table has such an order. Reads the first one in the index's order: with `exists`, a plan
 * might search the whole table, and find none.
 */
function hasEndedBefore(table: OrderTable, before: QueryTime): RawBuilder<boolean> {
  return sql`(
    select updated_at from ${sql.table(table)} where ${ERASURE_NOT_REQUESTED} and ${IS_FINAL}
    order by updated_at limit 1) < ${before}`;
}

function hasRequestedAndFinal(table: OrderTable): RawBuilder<boolean> {
  return sql`exists (select from ${sql.table(table)} where ${isRequestedAndFinal})`;
}

/** Spelled out as in the index for searches. */
function isOfCustomer(email: string): RawBuilder<boolean> {
  return sql`customer ->> 'email' is not null and lower(customer ->> 'email') = ${email}`;
}

function isEndedOrderOf(email: string): RawBuilder<boolean> {
  return sql`${isOfCustomer(email)} and ${IS_FINAL} and erasure is distinct from 'done'`;
}

interface OrderToErase {
  id: string;
  group_id: string;
  request: RecordedRequest;
}

/** Locks orders that are to be erased. Skips those that are locked by others. */
async function lockToErase(
  trx: Db,
  table: OrderTable,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<OrderToErase[]> {
  const { rows } = await sql<OrderToErase>`
    select id, group_id, request from ${sql.table(table)} where ${condition}
    order by updated_at limit ${limit}::integer for no key update skip locked`.execute(trx);
  return rows;
}

/** Erases what orders say about their customers, comments included. Amounts, statuses and routes stay. */
async function eraseCustomers(
  trx: Db,
  table: OrderTable,
  orders: readonly OrderToErase[],
): Promise<void> {
  const erased = JSON.stringify(orders.map(({ id, request }) => ({ id, request })));
  const ofPayins = sql`comment_internal = null, payer_sealed = null, payer_address = null,`;
  await sql`
    update ${sql.table(table)} as kept
    set customer = '{}', payment_method_data = null, comment = null, ${table === 'payins' ? ofPayins : sql``}
      request = erased.request, erasure = 'done'
    from jsonb_to_recordset(${erased}::jsonb) as erased (id uuid, request jsonb)
    where kept.id = erased.id`.execute(trx);
}

/**
 * Erases the comments of payins' refunds.
 *
 * @returns the ids of all these refunds, because their webhooks contain the comments too
 */
async function eraseRefunds(
  trx: Db,
  payins: readonly Pick<OrderToErase, 'id'>[],
): Promise<string[]> {
  const erased = await trx
    .updateTable('refunds')
    .set({ comment: null })
    .where(
      'payin_id',
      'in',
      payins.map(({ id }) => id),
    )
    .returning('id')
    .execute();
  return erased.map(({ id }) => id);
}

/** Requests the erasure of a customer's orders that have not ended. @returns for how many this is new */
async function setErasureRequested(trx: Db, table: OrderTable, email: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set erasure = 'requested'
    where ${isOfCustomer(email)} and not ${IS_FINAL} and ${ERASURE_NOT_REQUESTED}`.execute(trx);
  return Number(numAffectedRows);
}

async function countOpen(db: Db, table: OrderTable, email: string): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from ${sql.table(table)}
    where ${isOfCustomer(email)} and not ${IS_FINAL}`.execute(db);
  return rows[0]?.orders ?? 0;
}
