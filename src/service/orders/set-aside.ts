import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { SweepName } from '../platform/database/tables/asks.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { raiseAttention } from './attention.ts';
import { resolveOfOrders } from './attention-queries.ts';
import { deleteSetAside, upsertSetAside } from './set-aside-queries.ts';

/** A row of a sweep, and the order that it is about. */
export interface SweptRow {
  rowId: string;
  orderId: string;
  attemptId?: string;
}

export type SetAsideDeps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/**
 * Sets aside a row that a sweep met an error with, so that the rest goes on: it is passed over for a
 * while that grows each time, logged, and put on the operator's attention list until it is handled.
 *
 * @throws the same error when it says nothing about the row: the database was not able to
 */
export async function setAside(
  context: SetAsideDeps,
  work: SweepName,
  { rowId, orderId, attemptId }: SweptRow,
  error: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(error)) throw error;
  const at = context.now();
  const named = nameOf(error);
  await context.db.transaction().execute(async (trx) => {
    const failures = await upsertSetAside(trx, { work, rowId, error: named, at });
    context.log.error({ err: error, work, rowId, orderId, failures }, 'A row was set aside');
    await raiseAttention(context, trx, {
      kind: 'row_set_aside',
      orderId,
      attemptId: attemptId ?? null,
      detail: `${work} met an error with it, ${failures} times by now: ${named}`,
      at,
    });
  });
}

/** Records that rows were handled: those that had been set aside leave the operator's attention list. */
export async function endSetAside(
  trx: Kysely<Tables>,
  work: SweepName,
  rows: readonly SweptRow[],
  at: Date,
): Promise<void> {
  const rowIds = rows.map(({ rowId }) => rowId);
  if ((await deleteSetAside(trx, work, rowIds)) === 0) return;
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
