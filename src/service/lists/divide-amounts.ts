import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { DividedAmountTable } from '../platform/database/tables/lists.ts';
import { isTimeFor, setDue, takeTimedWork } from '../platform/database/timed-work.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { IS_FINAL, LARGE } from './amount-parts.ts';
import { countParts } from './count-parts.ts';
import type { Pair } from './part-rows.ts';
import { selectParts } from './select-parts.ts';

type Deps = Pick<ServiceContext, 'longRunning' | 'now'>;
type Db = Kysely<Tables>;

/** Orders of one currency and status. */
interface Sizes {
  /** A part that has grown beyond it is divided again. */
  large: number;
  /** What a part begins with, at most. */
  part: number;
}

const SIZES: Sizes = { large: LARGE, part: 5_000 };
/** A process that divides longer has died at it. */
const LEASE_MS = 10 * 60_000;
/** What is left after that is due the next time. */
const RUN_BUDGET_MS = 5_000;
const PAUSE_MS = 60_000;
/** As counters: a fortieth of one core at most. */
const PAUSE_FOR_EACH_MS = 40;

export function amountsSweep(deps: Deps): Sweep {
  return {
    name: 'divide-amounts',
    due: (now) =>
      sql`(exists (select from divided_amounts) and ${isTimeFor('divide-amounts', now)})`,
    run: () => divideDueAmounts(deps),
  };
}

async function divideDueAmounts(deps: Deps): Promise<void> {
  const now = deps.now();
  const until = new Date(now.getTime() + LEASE_MS);
  if (!(await takeTimedWork(deps.longRunning, 'divide-amounts', { now, until }))) return;
  const startedMs = performance.now();
  await divideAmounts(deps, SIZES, RUN_BUDGET_MS);
  const pauseMs = Math.max(PAUSE_MS, (performance.now() - startedMs) * PAUSE_FOR_EACH_MS);
  await setDue(deps.longRunning, 'divide-amounts', new Date(now.getTime() + pauseMs));
}

/**
 * Divides narrow buckets of amounts that very many orders have into parts of a few thousand, from one amount and id
 * up to the next, and counts these: those that are not divided yet, those of which a part has become large, and those
 * whose parts do not add up, because the release before has added changes in.
 *
 * @returns how many buckets were divided
 */
export async function divideAmounts(
  { longRunning }: Pick<Deps, 'longRunning'>,
  sizes = SIZES,
  budgetMs = Infinity,
): Promise<number> {
  const startedMs = performance.now();
  let divided = 0;
  for (const amounts of await selectUndivided(longRunning, sizes)) {
    await longRunning.transaction().execute((trx) => divide(trx, amounts, sizes));
    divided += 1;
    if (performance.now() - startedMs > budgetMs) break;
  }
  return divided;
}

async function selectUndivided(db: Db, { large }: Sizes): Promise<DividedAmountTable[]> {
  const { rows } = await sql<DividedAmountTable>`
    select merchant_id, direction, amount_narrow from divided_amounts divided
    where exists (
      select from (
        select currency, status, sum(orders) as orders, max(orders) as largest
        from amount_part_counts parts where ${isOf('parts')}
        group by currency, status
      ) parts full join (
        select currency, status, orders from order_counts counts
        where counts.merchant_id = divided.merchant_id and counts.direction = divided.direction
          and series = 'amount_narrow' and bucket = divided.amount_narrow and ${IS_FINAL}
      ) counts using (currency, status)
      where coalesce(parts.orders, 0) <> coalesce(counts.orders, 0) or parts.largest > ${large}
    )`.execute(db);
  return rows;
}

function isOf(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column('merchant_id')} = divided.merchant_id
    and ${column('direction')} = divided.direction
    and ${column('amount_narrow')} = divided.amount_narrow`;
}

/** Nobody adds changes in meanwhile, so each order that is found is counted already, or a change of it waits. */
async function divide(trx: Db, amounts: DividedAmountTable, { part }: Sizes): Promise<void> {
  await sql`select from exclusive_work where name = 'fold-order-counts' for update`.execute(trx);
  const pairs = await selectPairs(trx, amounts);
  const parts = await selectParts(trx, amounts, pairs, part);
  await trx
    .deleteFrom('amount_part_counts')
    .where('merchant_id', '=', amounts.merchant_id)
    .where('direction', '=', amounts.direction)
    .where('amount_narrow', '=', amounts.amount_narrow)
    .execute();
  await countParts(trx, amounts, pairs, parts);
}

async function selectPairs(trx: Db, amounts: DividedAmountTable): Promise<Pair[]> {
  return trx
    .selectFrom('order_counts')
    .select(['currency', 'status'])
    .where('merchant_id', '=', amounts.merchant_id)
    .where('direction', '=', amounts.direction)
    .where('series', '=', 'amount_narrow')
    .where('bucket', '=', amounts.amount_narrow)
    .where(sql<boolean>`${IS_FINAL}`)
    .execute();
}
