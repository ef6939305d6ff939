import type { Kysely } from 'kysely';
import type { SweepName } from '../platform/database/tables/asks.ts';
import type { Tables } from '../platform/database/schema.ts';
import { setAside, endSetAside, type SetAsideDeps, type SweptRow } from '../orders/set-aside.ts';

export interface RowSweep<Row> {
  work: SweepName;
  rowsAtOnce: number;
  /** Rows that are due and not set aside, locked; those that another process has locked are skipped. */
  lockDue: (trx: Kysely<Tables>, at: Date, most: number) => Promise<Row[]>;
  identify: (row: Row) => SweptRow;
  handle: (trx: Kysely<Tables>, rows: Row[], at: Date) => Promise<void>;
}

/**
 * Handles rows that are due, in one transaction. Where that meets an error they are handled one by
 * one, each in a transaction of its own, and whichever still meets one is set aside.
 *
 * @returns how many rows were handled or set aside
 */
export async function sweepRows<Row>(context: SetAsideDeps, plan: RowSweep<Row>): Promise<number> {
  const batch = await sweepSome(context, plan, plan.rowsAtOnce);
  if (!('error' in batch)) return batch.handled;
  let done = 0;
  while (done < plan.rowsAtOnce) {
    const one = await sweepSome(context, plan, 1);
    if ('error' in one) {
      // What fails before any row is known has nothing to do with one.
      if (one.row === undefined) throw one.error;
      await setAside(context, plan.work, one.row, one.error);
    } else if (one.handled === 0) break;
    done += 1;
  }
  return done;
}

type Swept = { handled: number } | { error: unknown; row: SweptRow | undefined };

async function sweepSome<Row>(
  context: SetAsideDeps,
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
      await endSetAside(trx, plan.work, rows.map(plan.identify), at);
    });
    return { handled: rows.length };
  } catch (error) {
    const [row] = rows;
    return { error, row: row === undefined ? undefined : plan.identify(row) };
  }
}
