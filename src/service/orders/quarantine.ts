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
  /** Locks rows that are due and not in quarantine. Skips those that another process has locked. */
  lockDue: (trx: Db, at: Date, most: number) => Promise<Row[]>;
  identify: (row: Row) => SweptRow;
  handle: (trx: Db, rows: Row[], at: Date) => Promise<void>;
}

/**
 * Handles rows that are due, in one transaction. If that fails, handles them one by one, each in its own transaction,
 * and quarantines those that fail again.
 *
 * @returns how many rows were handled or quarantined
 * @throws an error that no row caused: none was locked yet, or the database is unavailable
 */
export async function sweepRows<Row>(
  context: QuarantineDeps,
  plan: RowSweep<Row>,
): Promise<number> {
  const batch = await sweepBatch(context, plan, plan.rowsAtOnce);
  if (!('error' in batch)) return batch.handled;
  let done = 0;
  while (done < plan.rowsAtOnce) {
    const one = await sweepBatch(context, plan, 1);
    if ('error' in one) {
      // No row was locked yet, so no row caused this.
      if (one.row === undefined) throw one.error;
      await quarantine(context, plan.work, one.row, one.error);
    } else if (one.handled === 0) break;
    done += 1;
  }
  return done;
}

type BatchResult = { handled: number } | { error: unknown; row: SweptRow | undefined };

async function sweepBatch<Row>(
  context: QuarantineDeps,
  plan: RowSweep<Row>,
  most: number,
): Promise<BatchResult> {
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
 * Quarantines a row that a sweep could not handle, so that the sweep can continue with the others. The row is skipped
 * for a time that grows with each failure. It is logged and stays in the exception queue until it is handled.
 *
 * @throws the same error if it says nothing about the row, because the database was unavailable
 */
export async function quarantine(
  context: QuarantineDeps,
  work: SweepName,
  { rowId, orderId, attemptId }: SweptRow,
  error: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(error)) throw error;
  const at = context.now();
  const errorName = nameOf(error);
  await context.db.transaction().execute(async (trx) => {
    const failures = await upsertQuarantine(trx, { work, rowId, error: errorName, at });
    context.log.error({ err: error, work, rowId, orderId, failures }, 'A row was quarantined');
    await raiseAttention(context, trx, {
      kind: 'row_quarantined',
      orderId,
      attemptId: attemptId ?? null,
      detail: `${work} failed ${failures} times: ${errorName}`,
      at,
    });
  });
}

/** Ends the quarantine of rows that were handled, and resolves the entries of the exception queue about it. */
export async function endQuarantine(
  trx: Db,
  work: SweepName,
  rows: readonly SweptRow[],
  at: Date,
): Promise<void> {
  const rowIds = rows.map(({ rowId }) => rowId);
  if ((await deleteQuarantined(trx, work, rowIds)) === 0) return;
  const orderIds = rows.map(({ orderId }) => orderId);
  await resolveOfOrders(trx, 'row_quarantined', orderIds, at);
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

/** Builds the condition that a row is in quarantine: at the time `at`, or, without it, until the row is handled. */
export function isQuarantined(
  work: SweepName,
  rowId: Expression<unknown>,
  at?: QueryTime,
): RawBuilder<boolean> {
  const still = at === undefined ? sql`true` : sql`quarantined_rows.retry_at > ${at}`;
  return sql<boolean>`exists (
    select from quarantined_rows where quarantined_rows.work = ${work} and quarantined_rows.row_id = (${rowId})::text
      and ${still})`;
}

/**
 * Records a failure of a row and quarantines it: for ten seconds at first, then about twice as long each time, up to an
 * hour.
 *
 * @returns how often the row has failed
 */
export async function upsertQuarantine(
  trx: Db,
  row: { work: SweepName; rowId: string; error: string; at: Date },
): Promise<number> {
  const { work, rowId, error, at } = row;
  const retries = RETRY_SECONDS.map((seconds) => new Date(at.getTime() + seconds * 1_000));
  const { rows } = await sql<{ failures: number }>`
    insert into quarantined_rows (work, row_id, failures, retry_at, error, first_failed_at, last_failed_at)
    values (${work}, ${rowId}, 1, ${retries[0]}, ${error}, ${at}, ${at})
    on conflict (work, row_id) do update set
      failures = quarantined_rows.failures + 1,
      retry_at = (${retries}::timestamptz[])[1 + least(quarantined_rows.failures, ${retries.length - 1}::integer)],
      error = excluded.error,
      last_failed_at = excluded.last_failed_at
    returning failures`.execute(trx);
  return rows[0]?.failures ?? 1;
}

const RETRY_SECONDS = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600];

/** @returns how many of the rows were in quarantine */
async function deleteQuarantined(trx: Db, work: SweepName, rowIds: string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('quarantined_rows')
    .where('work', '=', work)
    .where('row_id', 'in', rowIds)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
