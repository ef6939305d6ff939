import type { Currency } from '#domain/money.ts';
import { sql, type Kysely } from 'kysely';
import type { RetentionTable } from '../../platform/database/tables/ledger.ts';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

export interface HoldFilter {
  merchantId: string | undefined;
  gateId: string | undefined;
}

export interface HoldsDue {
  /** In UTC. */
  day: string;
  bucket: RetentionTable['bucket'];
  currency: Currency;
  payins: number;
  amount_minor: string;
}

/**
 * What is kept back and due before then, by the day on which it is; the earliest first. A day is a range of the
 * index, so that no time is turned into a day row by row; what is overdue stands at the day it was due.
 */
export async function selectHoldsDue(
  db: Db,
  { merchantId, gateId }: HoldFilter,
  before: Date,
): Promise<HoldsDue[]> {
  const { rows } = await sql<HoldsDue>`
    with days as (
      select 'epoch'::timestamptz + day * interval '24 hours' as starts
      from generate_series(
        (select floor(extract(epoch from min(due_at)) / 86400)::integer from retentions where released_at is null),
        floor(extract(epoch from ${before}::timestamptz) / 86400)::integer - 1) as day
    )
    select to_char(starts at time zone 'UTC', 'YYYY-MM-DD') as day, due.*
    from days cross join lateral (
      select bucket, currency, count(*)::integer as payins, sum(amount_minor)::text as amount_minor
      from retentions
      where released_at is null and due_at >= starts and due_at < starts + interval '24 hours'
        and ${gateId === undefined ? sql`true` : sql`gate_id = ${gateId}`}
        and ${merchantId === undefined ? sql`true` : sql`gate_id = any(array(select id from gates where merchant_id = ${merchantId}))`}
      group by bucket, currency
    ) due order by starts, bucket, currency`.execute(db);
  return rows;
}

export interface KeptBack {
  currency: Currency;
  hold_minor: string;
  rolling_minor: string;
}

/** All that is kept back, as the accounts have it. */
export async function selectKeptBack(
  db: Db,
  { merchantId, gateId }: HoldFilter,
): Promise<KeptBack[]> {
  const { rows } = await sql<KeptBack>`
    select currency, sum(hold_minor)::text as hold_minor, sum(rolling_minor)::text as rolling_minor
    from gate_accounts join gates on gates.id = gate_id
    where ${gateId === undefined ? sql`true` : sql`gates.id = ${gateId}`}
      and ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`}
    group by currency order by currency`.execute(db);
  return rows;
}
