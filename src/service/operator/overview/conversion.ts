import { formatMinor, type Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { sql, type RawBuilder } from 'kysely';
import { ORDER_MEASURES } from '../../counters/conversion.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Funnel, Rates, RatesOf, UnpaidReason } from './answer.ts';
import type { CountedRange } from './range.ts';

/** What rates are shown by. */
export const GROUPINGS = ['merchant', 'method', 'terminal', 'brand', 'currency', 'reason'] as const;
export type Grouping = (typeof GROUPINGS)[number];

type Sums = Record<(typeof ORDER_MEASURES)[number], bigint>;

const SUMS = sql.raw(ORDER_MEASURES.map((name) => `sum(${name})::bigint as ${name}`).join(', '));

/** The most rows of a grouping: those with the most orders. */
const MOST_ROWS = 100;

/** Reads the rates of the payins created in a range, of one merchant or of all. */
export async function readRates(
  db: Db,
  range: CountedRange,
  merchantId: string | undefined,
): Promise<{ rates: Rates; funnel: Funnel }> {
  const { rows } = await sql<Sums>`
    select ${SUMS} from conversion_counters
    where ${isIn(range, merchantId)} and direction = 'payin' having count(*) > 0`.execute(db);
  return shown(rows[0] ?? NOTHING);
}

/** Reads the same by merchant, method, terminal and so on, those with the most orders first. */
export async function readRatesBy(
  db: Db,
  range: CountedRange,
  { merchantId, by }: { merchantId: string | undefined; by: Grouping },
): Promise<RatesOf[]> {
  const { id, name } = NAMES[by];
  const { rows } = await sql<Sums & { id: string; name: string | null; paid_minor: Volumes }>`
    select id, ${name} as name, ${SUMS}, jsonb_object_agg(currency, paid_minor::text) as paid_minor
    from (
      select ${id} as id, currency, ${SUMS}, sum(paid_minor) as paid_minor from conversion_counters
      where ${isIn(range, merchantId)} and direction = 'payin' group by 1, currency
    ) of_currency group by id
    order by created desc, sum(attempts_approved + attempts_declined) desc, id limit ${MOST_ROWS}`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? row.id,
    ...shown(row),
    paid: Object.entries(row.paid_minor)
      .filter(([, minor]) => minor !== '0')
      .map(([currency, minor]) => ({ currency, amount: formatMinor(BigInt(minor)) })),
  }));
}

type Volumes = Record<string, string>;

/** What a grouping goes by, and how it is named. Ids stay; names are looked up for the rows that are shown. */
const NAMES: Record<Grouping, { id: RawBuilder<string>; name: RawBuilder<string | null> }> = {
  merchant: {
    id: sql`merchant_id::text`,
    name: sql`(select name from merchants where merchants.id = of_currency.id::uuid)`,
  },
  method: {
    id: sql`method_id::text`,
    name: sql`(select name from gate_methods where gate_methods.id = of_currency.id::uuid)`,
  },
  terminal: {
    id: sql`terminal_id::text`,
    name: sql`(select name from terminals where terminals.id = of_currency.id::uuid)`,
  },
  brand: { id: sql`brand`, name: sql`id` },
  currency: { id: sql`currency`, name: sql`id` },
  reason: { id: sql`reason`, name: sql`id` },
};

/** Counts why orders were not paid, the most frequent reason first. */
export async function readUnpaidReasons(
  db: Db,
  range: CountedRange,
  merchantId: string | undefined,
): Promise<UnpaidReason[]> {
  const { rows } = await sql<{
    direction: OrderDirection;
    currency: Currency;
    reason: string;
    orders: bigint;
    amount_minor: string;
  }>`
    select direction, currency, reason, sum(created)::bigint as orders, sum(amount_minor)::text as amount_minor
    from conversion_counters where ${isIn(range, merchantId)} and reason <> '' and created > 0
    group by direction, currency, reason order by orders desc, reason, direction, currency`.execute(
    db,
  );
  return rows.map(({ amount_minor: minor, orders, ...of }) => ({
    ...of,
    orders: Number(orders),
    amount: formatMinor(BigInt(minor)),
  }));
}

function isIn({ span, from, before }: CountedRange, merchantId: string | undefined) {
  return sql`span = ${span} and bucket >= ${from}::integer and bucket < ${before}::integer
    ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}`;
}

const NOTHING: Sums = {
  created: 0n,
  submitted: 0n,
  challenged: 0n,
  sent: 0n,
  approved: 0n,
  paid: 0n,
  attempts_approved: 0n,
  attempts_declined: 0n,
  first_approved: 0n,
  first_declined: 0n,
};

function shown(sums: Sums): { rates: Rates; funnel: Funnel } {
  const { created, submitted, challenged, sent, approved, paid } = sums;
  return {
    rates: {
      authorisation_rate: share(
        sums.attempts_approved,
        sums.attempts_approved + sums.attempts_declined,
      ),
      first_try_authorisation_rate: share(
        sums.first_approved,
        sums.first_approved + sums.first_declined,
      ),
      conversion_of_submitted: share(paid, submitted),
      conversion_of_created: share(paid, created),
    },
    funnel: {
      created: Number(created),
      submitted: Number(submitted),
      challenged: Number(challenged),
      sent: Number(sent),
      approved: Number(approved),
    },
  };
}

const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);

/** Returns a share from 0 to 1 as decimal text, rounded half up; null if the whole is nothing. */
export function share(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const scaled = (2n * part * SCALE + whole) / (2n * whole);
  return `${scaled / SCALE}.${String(scaled % SCALE).padStart(DECIMALS, '0')}`;
}
