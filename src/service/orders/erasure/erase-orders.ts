import { sql, type RawBuilder } from 'kysely';
import { normalizeEmail } from '#domain/customer/contact.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { after, type QueryTime } from '../../platform/database/query-time.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { eraseBodies, eraseEndedBodies, isBodyToErase } from '../../webhooks/erase-bodies.ts';
import { eraseRequest } from '../duplicate.ts';
import {
  askForOpen,
  countOpen,
  endedBefore,
  endedOf,
  eraseCustomers,
  hasAskedAndFinal,
  hasEndedBefore,
  isAskedAndFinal,
  lockToErase,
  ORDER_TABLES,
  type OrderTable,
} from './queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring'>;

/** So that a batch holds its locks for milliseconds. */
const ERASED_AT_ONCE = 200;
const DAY_MS = 86_400_000;

/** What ended before is older than customers' data are kept; undefined where they are kept for good. */
function retainedSince(
  { retainCustomerDays: days }: Pick<ServiceContext, 'retainCustomerDays'>,
  now: QueryTime,
): RawBuilder<Date> | undefined {
  return days === undefined ? undefined : after(now, -days * DAY_MS);
}

/** Orders that were kept long enough, orders that somebody asked about, webhooks that were waited for. */
export function isAnyErasureDue(
  context: Pick<ServiceContext, 'retainCustomerDays'>,
  now: QueryTime,
): RawBuilder<boolean> {
  const before = retainedSince(context, now);
  const orders = ORDER_TABLES.flatMap((table) => [
    hasAskedAndFinal(table),
    ...(before === undefined ? [] : [hasEndedBefore(table, before)]),
  ]);
  const events = sql`exists (select from webhook_events where ${isBodyToErase})`;
  return sql`(${sql.join([events, ...orders], sql` or `)})`;
}

/** @returns how many orders and webhooks were due, of a batch of each kind */
export async function eraseDue(
  context: Deps & Pick<ServiceContext, 'now' | 'retainCustomerDays'>,
): Promise<number> {
  const before = retainedSince(context, context.now());
  const which = [isAskedAndFinal, ...(before === undefined ? [] : [endedBefore(before)])];
  let erased = await eraseEndedBodies(context.db, ERASED_AT_ONCE);
  for (const table of ORDER_TABLES) {
    for (const due of which) erased += await eraseSome(context, table, due);
  }
  return erased;
}

/** Some of a customer's orders that have ended: call it until there are none. @returns how many */
export async function eraseEndedOf(context: Deps, email: string): Promise<number> {
  let erased = 0;
  for (const table of ORDER_TABLES) {
    erased += await eraseSome(context, table, endedOf(normalizeEmail(email)));
  }
  return erased;
}

/** Has a customer's orders that are under way erased when they end. */
export async function eraseOpenOf(
  { db }: Pick<Deps, 'db'>,
  email: string,
): Promise<{ asked: number; open: number }> {
  const of = normalizeEmail(email);
  let [asked, open] = [0, 0];
  for (const table of ORDER_TABLES) {
    asked += await askForOpen(db, table, of);
    open += await countOpen(db, table, of);
  }
  return { asked, open };
}

function eraseSome(
  { db, keyring }: Deps,
  table: OrderTable,
  which: RawBuilder<boolean>,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const orders = await lockToErase(trx, table, which, ERASED_AT_ONCE);
    if (orders.length === 0) return 0;
    const erased = orders.map((order) => ({
      ...order,
      request: eraseRequest(keyring, order.request),
    }));
    await eraseCustomers(trx, table, erased);
    await eraseBodies(
      trx,
      orders.map(({ group_id: groupId }) => groupId),
    );
    return orders.length;
  });
}
