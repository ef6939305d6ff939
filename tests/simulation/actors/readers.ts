import { listPayinsQuery, listPayoutsQuery } from '#contract/schemas/list.ts';
import { listRefundsQuery } from '#contract/schemas/refund.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { listPayins, listPayouts } from '#service/lists/list-orders.ts';
import { listLatest } from '#service/orders/list-latest.ts';
import { findCheckout } from '#service/payins/checkout.ts';
import { findPayin, findPayinsByReference } from '#service/payins/find.ts';
import { findPayout, findPayoutsByReference } from '#service/payouts/find.ts';
import type { KnownOrder } from '../acknowledged.ts';
import type { Random } from '../random.ts';
import { merchantIn, pickOrder, type World } from '../world.ts';

/** Reads an order by its id. */
export async function retrieves(world: World, choice: Random): Promise<void> {
  const { acknowledged, process } = world;
  const order = pickOrder(world, choice);
  if (order === undefined) return;
  const before = acknowledged.now();
  const caller = await merchantIn(world);
  const find = order.kind === 'payin' ? findPayin : findPayout;
  const found = await find(process.context, caller, order.id);
  if (!found.ok) return;
  const row = found.value;
  if (row === undefined) {
    acknowledged.findings.push(`${order.id} was acknowledged and is not found`);
    return;
  }
  acknowledged.answered(row, before);
}

/** Reads what a reference made: one order, or the parts of a payout. */
export async function findsByReference(world: World, choice: Random): Promise<void> {
  const { acknowledged, process } = world;
  const [reference, order] = choice.pick([...acknowledged.orders]) ?? [];
  if (reference === undefined || order === undefined) return;
  const before = acknowledged.now();
  const caller = await merchantIn(world);
  const find = order.kind === 'payin' ? findPayinsByReference : findPayoutsByReference;
  const found = await find(process.context, caller, reference);
  if (!found.ok) return;
  const rows = found.value;
  for (const row of rows) acknowledged.answered(row, before);
  acknowledged.answeredAll(`By reference, ${reference}`, [order.id], rows);
  const sumMinor = rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
  if (sumMinor !== order.amountMinor)
    acknowledged.findings.push(
      `${reference} was ${order.amountMinor}, and is found as ${sumMinor}`,
    );
}

type Kind = KnownOrder['kind'];

/** Reads a page of a list of orders. */
export async function lists(world: World, choice: Random): Promise<void> {
  const { acknowledged } = world;
  const kind = choice.pick(['payin', 'payout'] as const) ?? 'payin';
  const size = choice.pick([3, MOST_LISTED]) ?? MOST_LISTED;
  const direction = choice.pick(['asc', 'desc'] as const) ?? 'asc';
  const before = acknowledged.now();
  const listed = await readList(world, kind, {
    page: '1',
    size: String(size),
    sort: `createDate,${direction}`,
  });
  if (!listed.ok) return;
  const { total, rows } = listed.value;
  const known = [...before.orders.values()].filter((order) => order.kind === kind);
  for (const row of rows) acknowledged.answered(row, before);
  const isWhole = size === MOST_LISTED;
  acknowledged.answeredAll(`The list of ${kind}s`, isWhole ? known.map(({ id }) => id) : [], rows);
  if (total < known.length || rows.length !== Math.min(total, size))
    acknowledged.findings.push(
      `The list of ${kind}s has ${rows.length} of ${total}, and ${known.length} are known`,
    );
  if (!isSorted(rows, direction)) acknowledged.findings.push(`The list of ${kind}s is not sorted`);
}

const MOST_LISTED = 200;

function isSorted(rows: readonly { created_at: Date }[], direction: 'asc' | 'desc'): boolean {
  const times = rows.map(({ created_at: at }) => at.getTime());
  const sorted = times.toSorted((a, b) => (direction === 'asc' ? a - b : b - a));
  return sorted.every((time, place) => time === times[place]);
}

async function readList(world: World, kind: Kind, query: Record<string, string | string[]>) {
  const { context } = world.process;
  const caller = await merchantIn(world);
  if (kind === 'payin') return listPayins(context, caller, listPayinsQuery.parse(query));
  return listPayouts(context, caller, listPayoutsQuery.parse(query));
}

/** Reads a merchant's refunds. */
export async function listsRefunds(world: World): Promise<void> {
  const { acknowledged, process } = world;
  const known = [...acknowledged.refunds.values()];
  const before = acknowledged.now();
  const { merchantId } = await merchantIn(world);
  const query = listRefundsQuery.parse({ size: '100' });
  const wanted = { merchantId, query };
  const { content } = await listLatest(process.context.db, 'refunds', wanted, (row) => row);
  for (const row of content) acknowledged.answered(row, before);
  if (known.length <= 100) acknowledged.answeredAll('The list of refunds', known, content);
}

/** Looks at the payment page, which has the service inquire of the acquirer. */
export async function looks(world: World, choice: Random): Promise<void> {
  const { acknowledged, process } = world;
  const order = pickOrder(world, choice, ({ kind }) => kind === 'payin');
  if (order === undefined) return;
  const before = acknowledged.now();
  const found = await findCheckout(process.context, order.id);
  if (found === undefined) {
    acknowledged.findings.push(`${order.id} was acknowledged and has no checkout`);
    return;
  }
  acknowledged.answered(found.payin, before);
  const { attempts_left: left } = found.checkout;
  if (left < 0) acknowledged.findings.push(`${order.id} has ${left} attempts left`);
}

/** Compares, at the end, what lists count with the orders that there are. */
export async function countFindings(world: World): Promise<string[]> {
  const findings: string[] = [];
  for (const kind of ['payin', 'payout'] as const) {
    const orders: { status: OrderStatus }[] = await world.held.database.db
      .selectFrom(`${kind}s`)
      .select('status')
      .execute();
    for (const status of new Set(orders.map((order) => order.status))) {
      const listed = await readList(world, kind, { page: '1', size: '1', statuses: [status] });
      const total = listed.ok ? listed.value.total : listed.problem.code;
      const there = orders.filter((order) => order.status === status).length;
      if (total !== there)
        findings.push(`${there} ${kind}s are ${status}, and the list counts ${total}`);
    }
  }
  return findings;
}
