import { sql, type Kysely } from 'kysely';
import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { countCreated, countMoved } from '#service/orders/count-changes.ts';
import type { Tables } from '#service/platform/database/schema.ts';

/** The few instants of the orders, around the hours and days at which the counts change buckets. */
export const INSTANTS = [
  '2026-03-01T23:59:59.999999Z',
  '2026-03-02T00:00:00.000000Z',
  '2026-03-02T00:00:00.000001Z',
  '2026-03-02T09:30:00.000000Z',
  '2026-03-02T10:00:00.000000Z',
  '2026-03-02T10:59:59.999999Z',
  '2026-03-03T00:00:00.000000Z',
  '2026-03-04T11:11:11.111000Z',
  '2026-03-05T23:00:00.000000Z',
  '1969-12-31T23:59:59.500000Z',
];

const AMOUNTS = [1, 9, 10, 12, 99, 100, 101, 999, 1_000, 1_009, 1_010, 12_345, 99_999_999_999_999];

export const CURRENCIES: Currency[] = ['EUR', 'USD', 'KZT'];

export const STATUSES: OrderStatus[] = ['CREATED', 'SUCCESS', 'FAILED'];

/** Returns SQL that picks one of the values at random for each row. */
function picked(values: readonly (string | number)[]) {
  const list = sql.join(values.map((value) => sql.lit(value)));
  return sql`(array[${list}])[1 + floor(random() * ${sql.lit(values.length)})::integer]`;
}

/** Creates many payins in one statement, which counts them like every statement that creates orders. */
export async function makePayins(
  db: Kysely<Tables>,
  merchant: string,
  gate: string,
  { prefix, orders }: { prefix: string; orders: number },
): Promise<void> {
  await sql`with made as (
    insert into payins (id, group_id, merchant_id, reference_id, gate_id, method_id, status,
      payment_source, currency, amount_minor, payment_method_currency, payment_method_amount_minor,
      conversion_rate, fee_percent, fee_fixed_minor, fee_total_minor, total_minor, hold_minor,
      settlement_period_days, rolling_percent, rolling_minor, customer, return_urls, request,
      max_attempts, created_at, updated_at, expires_at)
    select id, case when n % 50 = 0 then ${merchant}::uuid else id end, ${merchant}, ${prefix}::text || n, ${gate}, ${gate},
      ${picked(STATUSES)}, 'CARD', ${picked(CURRENCIES)}, ${picked(AMOUNTS)}::bigint, 'EUR', 1, 1, 0, 0, 0, 1, 0, 0, 0, 0,
      '{}', '{}', '{}', 1, ${picked(INSTANTS)}::timestamptz, ${picked(INSTANTS)}::timestamptz, now()
    from (select gen_random_uuid() as id, n from generate_series(1, ${orders}::integer) n) made
    returning *
  ), counted as ${countCreated('payin')}
  select count(*) from made`.execute(db);
}

/**
 * Moves a share of all payins to random statuses, or just to random times of their last change, and counts that.
 *
 * @param moves.statuses whether to change statuses too
 * @param moves.open moves only payins in CREATED, since the service moves only open ones
 */
export async function movePayins(
  db: Kysely<Tables>,
  share: number,
  { statuses, open = false }: { statuses: boolean; open?: boolean },
): Promise<void> {
  await sql`with chosen as materialized (
    select id, status as from_status, updated_at as from_updated_at from payins
    where random() < ${share} and (status = 'CREATED' or not ${open}::boolean)
  ), moved as (
    update payins
    set status = ${statuses ? picked(STATUSES) : sql`status`}, updated_at = ${picked(INSTANTS)}::timestamptz
    from chosen where payins.id = chosen.id
    returning payins.*, from_status, from_updated_at
  ), counted as ${countMoved('payin', {
    status: sql`from_status`,
    updated_at: sql`from_updated_at`,
  })}
  select count(*) from moved`.execute(db);
}
