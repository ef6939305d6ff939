import { sql, type Kysely, type RawBuilder } from 'kysely';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import { countCreated } from '#service/orders/count-changes.ts';
import { migrate } from '#service/platform/database/migrate.ts';
import type { Tables } from '#service/platform/database/schema.ts';

type Db = Kysely<Tables>;

export interface Merchant {
  name: string;
  id: string;
  /** This merchant's share of every `OF` orders. */
  share: number;
}

export const ORDERS = 3_000_000;
/** The share of a merchant with all orders. */
export const OF = 300;
const FIRST_DAY = '2025-01-01T00:00:00Z';
const DAYS = 365;

export const MERCHANTS: readonly Merchant[] = [
  { name: '10 k', id: '00000000-0000-4000-8000-000000000001', share: 1 },
  { name: '100 k', id: '00000000-0000-4000-8000-000000000002', share: 10 },
  { name: '1 M', id: '00000000-0000-4000-8000-000000000003', share: 100 },
];
/** The number of other merchants, which share the remaining orders. */
const OTHERS = 20;
const METHOD = '00000000-0000-4000-8000-00000000000a';
const TERMINAL = '00000000-0000-4000-8000-00000000000b';
/** One of every ten thousand orders went to this terminal. */
export const RARE_TERMINAL = '00000000-0000-4000-8000-00000000000c';

const PAYIN_COLUMNS = sql.raw(
  `id, group_id, merchant_id, reference_id, gate_id, method_id, status, payment_source, currency,
  amount_minor, payment_method_currency, payment_method_amount_minor, conversion_rate, fee_percent,
  fee_fixed_minor, fee_total_minor, total_minor, hold_minor, settlement_period_days, rolling_percent,
  rolling_minor, customer, return_urls, request, max_attempts, resolution_code, terminal_id,
  card_number_masked, rrn, created_at, updated_at, expires_at`,
);

/** Creates a year's payins of all merchants, mixed as they would have come in. */
export async function seed(db: Db, orders = ORDERS, merchants = MERCHANTS): Promise<void> {
  await migrate(db);
  await makeMerchants(db, merchants);
  await withoutIndexes(db, ['payins'], () => makePayins(db, orders, merchants));
  await countAll(db);
  // Autovacuum would have done this by then.
  await sql`vacuum analyze payins, order_counts, order_count_changes`.execute(db);
}

async function makeMerchants(db: Db, merchants: readonly Merchant[]): Promise<void> {
  for (const { id, name } of merchants) {
    await sql`insert into merchants (id, name, webhook_secret_sealed, created_at)
      values (${id}, ${name}, '', now())`.execute(db);
  }
  for (let other = 0; other < OTHERS; other += 1) {
    const id = `00000000-0000-4000-8000-0000000001${other.toString().padStart(2, '0')}`;
    await sql`insert into merchants (id, name, webhook_secret_sealed, created_at)
      values (${id}, ${`Other ${other}`}, '', now())`.execute(db);
  }
  for (const id of [TERMINAL, RARE_TERMINAL]) {
    await sql`insert into terminals (id, name, adapter, settings, credentials_sealed, created_at)
      values (${id}, ${id}, 'orders-api', '{}', '', now())`.execute(db);
  }
  const [first] = merchants;
  await sql`insert into gates (id, merchant_id, name) values (${METHOD}, ${first?.id}, 'Gate')`.execute(
    db,
  );
  await sql`insert into gate_methods (id, gate_id, name, direction, payment_source, currency,
      payment_method_currency, amount_min_minor, amount_max_minor, waiting_seconds)
    values (${METHOD}, ${METHOD}, 'card', 'payin', 'CARD', 'EUR', 'EUR', 1, 1000000000, 900)`.execute(
    db,
  );
}

/** Drops the indexes while the tables are filled, because building them at the end is faster. */
export async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables}::regclass[]) and not indisunique`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  await fill();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}

async function makePayins(db: Db, orders: number, merchants: readonly Merchant[]): Promise<void> {
  await sql`insert into payins (${PAYIN_COLUMNS})
    select id, id, merchant_id, n::text, ${METHOD}, case when n % 1000 = 7 then id else ${METHOD} end,
      status, 'CARD', currency,
      amount, currency, amount, 1, 2.9, 30, 60, amount, 0, 0, 0, 0,
      jsonb_build_object('email', 'shopper' || n / 5 || '@example.com'), '{}',
      '{"note": "as long as a create request is, more or less"}', 3, ${codeOf()},
      case when n % 10000 = 9 then ${RARE_TERMINAL} when status <> 'CREATED' then ${TERMINAL} end::uuid,
      '424242******' || lpad((n * 7 % 10000)::text, 4, '0'), lpad(n::text, 12, '0'), created_at, created_at + late, created_at + interval '15 minutes'
    from (
      select n, gen_random_uuid() as id, ${merchantOf(merchants)} as merchant_id, ${statusOf()} as status,
        ${currencyOf()} as currency, ${amountOf()} as amount,
        ${FIRST_DAY}::timestamptz + n * interval '1 second' * ${(DAYS * 86_400) / orders}::double precision as created_at,
        random() * interval '2 minutes' + case when random() < 0.01 then interval '30 days' else interval '0' end as late
      from (
        select n, random() as r, random() as s, random() as t from generate_series(0, ${orders - 1}::integer) n
      ) dice
    ) drawn`.execute(db);
}

function merchantOf(merchants: readonly Merchant[]): RawBuilder<unknown> {
  let before = 0;
  const cases = merchants.map(({ id, share }) => {
    before += share;
    return sql`when n % ${sql.lit(OF)} < ${sql.lit(before)} then ${sql.lit(id)}::uuid`;
  });
  return sql`case ${sql.join(cases, sql` `)}
    else ('00000000-0000-4000-8000-0000000001' || lpad((n % ${sql.lit(OTHERS)})::text, 2, '0'))::uuid end`;
}

function statusOf(): RawBuilder<unknown> {
  return sql`case when r < 0.70 then 'SUCCESS' when r < 0.90 then 'FAILED' when r < 0.99 then 'CLOSED'
    when r < 0.998 then 'CREATED' when r < 0.999 then 'IN_PROGRESS' else 'PROCESS_PENDING' end`;
}

function codeOf(): RawBuilder<unknown> {
  return sql`case when status = 'CLOSED' then 'WORKFLOW_EXECUTION_SKIPPED'
    when status = 'FAILED' and n % 5000 = 11 then 'AMOUNT_OVER_LIMIT'
    when status = 'FAILED' then 'ORDER_CANNOT_BE_PROCESSED' end`;
}

function currencyOf(): RawBuilder<unknown> {
  return sql`case when s < 0.6 then 'EUR' when s < 0.9 then 'USD' else 'KZT' end`;
}

/** Returns an amount: a third have one of four prices, the rest range from 1.00 to about 8,000.00. */
function amountOf(): RawBuilder<unknown> {
  return sql`case when t < 0.33 then (array[999, 1999, 4999, 9999])[1 + floor(t * 12)::integer]
    else floor(100 * exp(random() * 9)) end::bigint`;
}

/** Counts every order like the statement that creates one, and rolls the counts up. */
async function countAll(db: Db): Promise<void> {
  await sql`with counted as ${countCreated('payin', sql`payins`)} select 1`.execute(db);
  await rollUpCounts({ db });
}
