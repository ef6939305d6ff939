import { sql } from 'kysely';
import type { ReportTable } from '../../platform/database/tables/reports.ts';
import type { Db } from '../../platform/database/schema.ts';

export type Wanted = Pick<ReportTable, 'id' | 'kind' | 'merchant_id' | 'first_day' | 'last_day'>;

export interface ListedReport extends Wanted {
  merchant: string | null;
  state: ReportTable['state'];
  row_count: bigint | null;
  failure: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** Inserts a report that is waiting, or one that has ended already. */
export async function insertReport(
  db: Db,
  wanted: Wanted,
  at: Date,
  end: ReportEnd = { state: 'waiting' },
): Promise<void> {
  await db
    .insertInto('reports')
    .values({ ...wanted, ...end, created_at: at })
    .execute();
}

type ReportEnd = Partial<Pick<ReportTable, 'row_count' | 'failure' | 'ended_at'>> &
  Pick<ReportTable, 'state'>;

/** Which reports to list; `selectReports` lists the latest first. */
export interface ReportFilter {
  /** Undefined for all reports. */
  merchantId: string | undefined;
  id?: string;
  /** The last report of the previous page. */
  after?: string | undefined;
  limit: number;
}

export function selectReports(
  db: Db,
  { merchantId, id, after, limit }: ReportFilter,
): Promise<ListedReport[]> {
  return db
    .selectFrom('reports')
    .leftJoin('merchants', 'merchants.id', 'reports.merchant_id')
    .select(['reports.id', 'kind', 'merchant_id', 'merchants.name as merchant', 'state'])
    .select(sql<string>`first_day::text`.as('first_day'))
    .select(sql<string>`last_day::text`.as('last_day'))
    .select(['row_count', 'failure', 'reports.created_at', 'ended_at'])
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .$if(id !== undefined, (query) => query.where('reports.id', '=', id ?? ''))
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(reports.created_at, reports.id) < (
          select last.created_at, last.id from reports as last where last.id = ${after})`,
      ),
    )
    .limit(limit)
    .execute();
}

/**
 * How often the creation of a report is started. The limit keeps a report that crashes the process from crashing it
 * forever.
 */
export const MOST_TRIES = 3;

export interface LeasedReport extends Wanted {
  lease_id: string;
  tries: number;
}

interface Lease {
  leaseId: string;
  at: Date;
  until: Date;
}

/** Counts the waiting and running reports of one merchant, or those about all merchants for null. */
export async function countUnderWay(db: Db, merchantId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from reports
    where state in ('waiting', 'running') and merchant_id is not distinct from ${merchantId}::uuid`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Locks the merchant's row: requests for its reports run one after the other until the transaction ends. */
export async function lockReportsOf(trx: Db, merchantId: string): Promise<void> {
  await sql`select from merchants where id = ${merchantId} for no key update`.execute(trx);
}

/**
 * Leases the next report that waits, or whose lease has expired. It takes the oldest of the merchant that has gone
 * longest without a report, so that a merchant with many requests does not delay the others.
 */
export async function leaseReport(
  db: Db,
  { leaseId, at, until }: Lease,
): Promise<LeasedReport | undefined> {
  const { rows } = await sql<LeasedReport>`
    with leased as (
      update reports set state = 'running', lease_id = ${leaseId}, leased_until = ${until}, tries = tries + 1
      where id = (
        select due.id from reports as due
        where due.state = 'waiting' or (due.state = 'running' and due.leased_until < ${at})
        order by (
          select max(coalesce(other.ended_at, other.leased_until)) from reports as other
          where other.merchant_id is not distinct from due.merchant_id and other.id <> due.id
        ) nulls first, due.created_at, due.id
        limit 1 for update skip locked)
      returning id, kind, merchant_id, first_day, last_day, lease_id, tries
    )
    select id, kind, merchant_id, first_day::text as first_day, last_day::text as last_day, lease_id, tries
    from leased`.execute(db);
  return rows[0];
}

/** @returns false if another process has leased the report meanwhile */
export async function renewLease(
  db: Db,
  { id, lease_id: leaseId }: Pick<LeasedReport, 'id' | 'lease_id'>,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends the lease. The report has ended, or waits for the next process to start it again. */
export async function endLease(
  db: Db,
  { id, lease_id: leaseId }: Pick<LeasedReport, 'id' | 'lease_id'>,
  end: ReportEnd,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ ...end, lease_id: null, leased_until: null })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute();
}

export async function insertChunk(
  db: Db,
  reportId: string,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  await db.insertInto('report_chunks').values({ report_id: reportId, number, bytes }).execute();
}

export async function deleteChunks(db: Db, reportId: string): Promise<void> {
  await db.deleteFrom('report_chunks').where('report_id', '=', reportId).execute();
}

export async function selectChunk(
  db: Db,
  reportId: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('report_chunks')
    .select('bytes')
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes;
}

export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('reports').where('ended_at', '<', before).execute();
}
