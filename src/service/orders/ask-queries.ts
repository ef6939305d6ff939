import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isAnyDue } from '../platform/database/any-due.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { SweepName } from '../platform/database/tables/asks.ts';
import { isSetAside } from './set-aside-queries.ts';

type Db = Kysely<Tables>;

/** Attempts of payins and of payouts are asked about alike. */
export interface AttemptTable {
  table: 'payin_attempts' | 'payout_attempts';
  orders: 'payins' | 'payouts';
  orderId: 'payin_id' | 'payout_id';
  work: Extract<SweepName, 'reconcile-attempts' | 'reconcile-payouts'>;
}

export const PAYIN_ATTEMPTS = {
  table: 'payin_attempts',
  orders: 'payins',
  orderId: 'payin_id',
  work: 'reconcile-attempts',
} as const satisfies AttemptTable;

export const PAYOUT_ATTEMPTS = {
  table: 'payout_attempts',
  orders: 'payouts',
  orderId: 'payout_id',
  work: 'reconcile-payouts',
} as const satisfies AttemptTable;

/** An attempt that the caller alone asks about until the lease ends. */
export interface LeasedAttempt {
  id: string;
  orderId: string;
  /** Distinguishes this lease from any other. */
  leasedUntil: Date;
  unanswered: number;
  wasSetAside: boolean;
}

interface Lease {
  now: Date;
  until: Date;
}

/**
 * Leases attempts that are due, everybody's or one merchant's; those that another process has leased are
 * skipped.
 */
export async function leaseDueAttempts(
  db: Db,
  attempts: AttemptTable,
  lease: Lease,
  most: number,
  merchantId?: string,
): Promise<LeasedAttempt[]> {
  const among = merchantId === undefined ? sql`` : sql`and ${isOfMerchant(attempts, merchantId)}`;
  return leaseAttempts(
    db,
    attempts,
    lease,
    sql`select id from ${sql.table(attempts.table)} as attempt
      where next_ask_at <= ${lease.now} and ${mayBeLeased(attempts, lease.now)} ${among}
      order by next_ask_at limit ${most} for update skip locked`,
  );
}

/** Leases the open attempt of one order, due or not. */
export async function leaseAttemptOf(
  db: Db,
  attempts: AttemptTable,
  orderId: string,
  lease: Lease,
): Promise<LeasedAttempt[]> {
  return leaseAttempts(
    db,
    attempts,
    lease,
    sql`select id from ${sql.table(attempts.table)} as attempt
      where ${sql.ref(attempts.orderId)} = ${orderId} and ${mayBeLeased(attempts, lease.now)}
      for update skip locked`,
  );
}

/** Whether any attempt is due, and nobody is asking about it. */
export function anyStatusQueryDue(attempts: AttemptTable, now: QueryTime): RawBuilder<boolean> {
  return isAnyDue(
    {
      from: sql`${sql.table(attempts.table)} as attempt`,
      at: sql`next_ask_at`,
      where: mayBeLeased(attempts, now),
    },
    now,
  );
}

async function leaseAttempts(
  db: Db,
  { table, orderId, work }: AttemptTable,
  { until }: Lease,
  chosen: RawBuilder<unknown>,
): Promise<LeasedAttempt[]> {
  const { rows } = await sql<LeasedAttempt>`
    update ${sql.table(table)} as attempt set leased_until = ${until}
    where id = any (array(${chosen}))
    returning id, ${sql.ref(orderId)} as "orderId", leased_until as "leasedUntil",
      unanswered, ${isSetAside(work, sql.ref('attempt.id'))} as "wasSetAside"`.execute(db);
  return rows;
}

function mayBeLeased({ work }: AttemptTable, now: QueryTime): RawBuilder<unknown> {
  return sql`outcome is null and (leased_until is null or leased_until <= ${now})
    and not ${isSetAside(work, sql.ref('attempt.id'), now)}`;
}

function isOfMerchant({ orders, orderId }: AttemptTable, merchantId: string): RawBuilder<unknown> {
  return sql`exists (
    select from ${sql.table(orders)} as orders
    where orders.id = attempt.${sql.ref(orderId)} and orders.merchant_id = ${merchantId})`;
}

/** A status query got no answer: the attempt stays where it is on its schedule, and waits for a while. */
export async function endLeaseUnanswered(
  db: Db,
  { table }: AttemptTable,
  { id, leasedUntil }: LeasedAttempt,
  retryAt: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set leased_until = ${retryAt}, unanswered = unanswered + 1
    where id = ${id} and leased_until = ${leasedUntil}`.execute(db);
}

/** Makes the status query of one open attempt due, whoever has leased it. */
export async function makeDue(
  db: Db,
  { table }: AttemptTable,
  attemptId: string,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_ask_at = least(next_ask_at, ${now}), leased_until = null
    where id = ${attemptId} and outcome is null`.execute(db);
}

/**
 * Makes every open attempt since then due at once, leases notwithstanding: their holders may be gone. The
 * first call to a provider keeps its lease for as long as ever.
 *
 * @returns how many attempts there are
 */
export async function makeAllDue(
  db: Db,
  { table }: AttemptTable,
  { now, madeSince }: { now: Date; madeSince: Date },
): Promise<number> {
  const first = sql`case when asked = 0 then next_ask_at else created_at end`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set
      next_ask_at = least(next_ask_at, greatest(${now}::timestamptz, ${first})),
      leased_until = least(leased_until, ${first})
    where outcome is null and created_at > ${madeSince}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
