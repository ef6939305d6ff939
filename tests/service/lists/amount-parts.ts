import { sql } from 'kysely';
import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import type { Database } from '#service/platform/database/database.ts';

type Db = Database['db'];

export const GATE = '00000000-0000-4000-8000-00000000000a';
export const MERCHANT = '00000000-0000-4000-8000-000000000001';

export async function makeMerchant(db: Db): Promise<void> {
  await sql`insert into merchants (id, name, webhook_secret_sealed, created_at, config_version)
    values (${MERCHANT}, 'M', '', now(), 7)`.execute(db);
  await sql`insert into gates (id, merchant_id, name) values (${GATE}, ${MERCHANT}, 'G')`.execute(
    db,
  );
  await sql`insert into gate_methods (id, gate_id, name, direction, payment_source, currency,
      payment_method_currency, amount_min_minor, amount_max_minor, waiting_seconds)
    values (${GATE}, ${GATE}, 'card', 'payin', 'CARD', 'EUR', 'EUR', 1, 1, 1)`.execute(db);
}

/** Rolls up pending changes within a transaction. No other rollup can run until it ends. */
export async function foldWithin(trx: Db, large: number): Promise<void> {
  const transaction = () => ({ execute: (act: (inner: Db) => unknown) => act(trx) });
  await rollUpCounts({ db: { transaction } as unknown as Db }, large);
}

/** Rolls up as the previous release did, which knew no parts. */
export async function foldAsBefore(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ bucket: number }>`
      delete from divided_amounts returning amount_narrow as bucket`.execute(trx);
    await foldWithin(trx, Number.MAX_SAFE_INTEGER);
    await sql`insert into divided_amounts (merchant_id, direction, amount_narrow)
      select ${MERCHANT}::uuid, 'payin', unnest(${rows.map(({ bucket }) => bucket)}::integer[])`.execute(
      trx,
    );
  });
}

/** Strips amounts and ids from pending changes, as if the previous release had appended them. */
export async function forgetAmounts(db: Db): Promise<void> {
  await sql`update order_count_changes set amount_minor = null, order_id = null`.execute(db);
}

/** Deletes all parts, as if no bucket were divided. Takes the rollup lock, as dividing does. */
export async function forgetParts(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from exclusive_work where name = 'fold-order-counts' for update`.execute(trx);
    await sql`delete from amount_part_counts`.execute(trx);
  });
}

/** Returns parts whose count differs from their finished orders. Requires that no change is pending. */
export async function wrongParts(db: Db): Promise<unknown[]> {
  const part = sql`amount_narrow, from_amount_minor, from_id, currency, status`;
  const { rows } = await sql`
    with found as (
      select ${part}, count(*) as orders
      from (
        select *, length(amount_minor::text) * 1000 + rpad(left(amount_minor::text, 3), 3, '0')::integer as bucket
        from payins where merchant_id = ${MERCHANT} and status <> 'CREATED'
      ) ended cross join lateral (
        select amount_narrow, from_amount_minor, from_id from amount_part_counts start
        where start.merchant_id = ended.merchant_id and start.direction = 'payin'
          and start.amount_narrow = ended.bucket
          and (start.from_amount_minor, start.from_id) <= (ended.amount_minor, ended.id)
        order by from_amount_minor desc, from_id desc limit 1
      ) start group by ${part}
    )
    select ${part}, found.orders as found, counted.orders as counted
    from found full join amount_part_counts counted using (${part})
    where coalesce(found.orders, 0) <> coalesce(counted.orders, 0)`.execute(db);
  return rows;
}

interface ModelOrder {
  id: string;
  currency: Currency;
  status: OrderStatus;
  amount: bigint;
}

export interface AmountQuery {
  direction: 'asc' | 'desc';
  statuses: OrderStatus[] | undefined;
  currencies: Currency[] | undefined;
}

/** Returns the ids of all matching orders by amount, computed from the orders alone. */
export async function idsByAmount(
  db: Db,
  { direction, statuses, currencies }: AmountQuery,
): Promise<string[]> {
  const { rows } = await sql<ModelOrder>`
    select id, currency, status, amount_minor as amount from payins
    where merchant_id = ${MERCHANT} order by amount_minor, id`.execute(db);
  const ids = rows
    .filter(({ status }) => statuses?.includes(status) ?? true)
    .filter(({ currency }) => currencies?.includes(currency) ?? true)
    .map(({ id }) => id);
  return direction === 'asc' ? ids : ids.toReversed();
}
