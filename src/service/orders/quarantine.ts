import { sql, type Expression, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import type { SweepName } from '../platform/database/tables/exception-queue.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { raiseAttention, resolveOfOrders } from './exception-queue.ts';

interface RowSweep<Row> {
  work: SweepName;
  rowsAtOnce: number;
  /** Rows that are due and not in quarantine, locked; those that another process has locked are skipped. */
  lockDue: (trx: Db, at: Date, most: number) => Promise<Row[]>;
  identify: (row: Row) => SweptRow;
  handle: (trx: Db, rows: Row[], at: Date) => Promise<void>;
}

/**
 * Handles rows that are due, in one transaction. Where that meets an error they are handled one by
 * one, each in a transaction of its own, and one that still meets an error is quarantined.
 *
 * @returns how many rows were handled or quarantined
 */
export async function sweepRows<Row>(
  context: QuarantineDeps,
  plan: RowSweep<Row>,
): Promise<number> {
  const batch = await sweepSome(context, plan, plan.rowsAtOnce);
  if (!('error' in batch)) return batch.handled;
  let done = 0;
  while (done < plan.rowsAtOnce) {
    const one = await sweepSome(context, plan, 1);
    if ('error' in one) {
      // What fails before any row is known has nothing to do with one.
      if (one.row === undefined) throw one.error;
      await quarantine(context, plan.work, one.row, one.error);
    } else if (one.handled === 0) break;
    done += 1;
  }
  return done;
}

type Swept = { handled: number } | { error: unknown; row: SweptRow | undefined };

async function sweepSome<Row>(
  context: QuarantineDeps,
  plan: RowSweep<Row>,
  most: number,
): Promise<Swept> {
  const at = context.now();
  let rows: Row[] = [];
  try {
    await context.db.transaction().execute(async (trx) => {
      rows = await plan.lockDue(trx, at, most);
      if (rows.length === 0) return;
      await plan.handle(trx, rows, at);
      await endQuarantine(trx, plan.work, rows.map(plan.identify), at);
    });
    return { handled: rows.length };
  } catch (error) {
    const [row] = rows;
    return { error, row: row === undefined ? undefined : plan.identify(row) };
  }
}

/** A row of a sweep, and the order that it is about. */
interface SweptRow {
  rowId: string;
  orderId: string;
  attemptId?: string;
}

export type QuarantineDeps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/**
 * Quarantines a row that a sweep met an error with, so that the rest goes on: it is passed over for a
 * while that grows each time, logged, and put in the exception queue until it is handled.
 *
 * @throws the same error when it says nothing about the row: the database was not able to
 */
export async function quarantine(
  context: QuarantineDeps,
  work: SweepName,
  { rowId, orderId, attemptId }: SweptRow,
  error: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(error)) throw error;
  const at = context.now();
  const named = nameOf(error);
  await context.db.transaction().execute(async (trx) => {
    const failures = await upsertQuarantine(trx, { work, rowId, error: named, at });
    context.log.error({ err: error, work, rowId, orderId, failures }, 'A row was quarantined');
    await raiseAttention(context, trx, {
      kind: 'row_set_aside',
      orderId,
      attemptId: attemptId ?? null,
      detail: `${work} failed ${failures} times: ${named}`,
      at,
    });
  });
}

/** Records that rows were handled: those that were in quarantine leave the exception queue. */
export async function endQuarantine(
  trx: Db,
  work: SweepName,
  rows: readonly SweptRow[],
  at: Date,
): Promise<void> {
  const rowIds = rows.map(({ rowId }) => rowId);
  if ((await deleteQuarantined(trx, work, rowIds)) === 0) return;
  const orderIds = rows.map(({ orderId }) => orderId);
  await resolveOfOrders(trx, 'row_set_aside', orderIds, at);
}

function nameOf(error: unknown): string {
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : typeof error;
  return code === undefined ? name : `${name} ${code}`;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Whether a row is in quarantine: for a while yet after `at`, or at all. */
export function isQuarantined(
  work: SweepName,
  rowId: Expression<unknown>,
  at?: QueryTime,
): RawBuilder<boolean> {
  const still = at === undefined ? sql`true` : sql`set_aside.retry_at > ${at}`;
  return sql<boolean>`exists (
    select from set_aside where set_aside.work = ${work} and set_aside.row_id = (${rowId})::text
      and ${still})`;
}

/** The first time for some seconds, then twice as long each time, up to an hour. */
export async function upsertQuarantine(
  trx: Db,
  row: { work: SweepName; rowId: string; error: string; at: Date },
): Promise<number> {
  const { work, rowId, error, at } = row;
  const retries = RETRY_SECONDS.map((seconds) => new Date(at.getTime() + seconds * 1_000));
  const { rows } = await sql<{ failures: number }>`
    insert into set_aside (work, row_id, failures, retry_at, error, first_failed_at, last_failed_at)
    values (${work}, ${rowId}, 1, ${retries[0]}, ${error}, ${at}, ${at})
    on conflict (work, row_id) do update set
      failures = set_aside.failures + 1,
      retry_at = (${retries}::timestamptz[])[1 + least(set_aside.failures, ${retries.length - 1}::integer)],
      error = excluded.error,
      last_failed_at = excluded.last_failed_at
    returning failures`.execute(trx);
  return rows[0]?.failures ?? 1;
}

const RETRY_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600];

/** @returns how many of the rows were in quarantine */
async function deleteQuarantined(trx: Db, work: SweepName, rowIds: string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('set_aside')
    .where('work', '=', work)
    .where('row_id', 'in', rowIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
