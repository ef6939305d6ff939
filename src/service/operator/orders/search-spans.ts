import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { selectFoundOrders, type FoundOrder, type OrderFilter } from './search-queries.ts';
import type { Place } from './search-place.ts';

const DAY_MS = 86_400_000;
/** Each span of time is so many times as long as the one before, while these take no time to speak of. */
const GROWTH = 4;
const SHORT_MS = 10;
/** After so much no further span is begun: the whole answer is to take 200 ms. */
const BUDGET_MS = 80;

/** Ids begin after it. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface FoundInSpans {
  orders: FoundOrder[];
  /** Set where it was not looked further back: the next page begins there. */
  until: Place | undefined;
}

/**
 * Orders by values of which each may be common and all together rare. No index has both, and whichever is
 * read by may be read for long: so time is gone through backwards in spans, until the page is full or has taken
 * long enough.
 */
export async function selectInSpans(
  db: Kysely<Tables>,
  filter: OrderFilter,
  { after, size }: { after: Place | undefined; size: number },
  budgetMs = BUDGET_MS,
): Promise<FoundInSpans> {
  const bounds = await selectBounds(db);
  if (bounds === undefined) return { orders: [], until: undefined };
  const startedMs = performance.now();
  const endMs = filter.from?.getTime() ?? bounds.oldest.getTime();
  const orders: FoundOrder[] = [];
  let spanMs = DAY_MS;
  let before: Date | undefined;
  let fromMs = startOf(after, filter.before, bounds.newest);
  for (;;) {
    const spanStartedMs = performance.now();
    const from = new Date(Math.max(endMs, fromMs - spanMs));
    const span = { after, size: size - orders.length, from, before };
    orders.push(...(await selectFoundOrders(db, filter, span)));
    if (orders.length >= size || from.getTime() <= endMs) return { orders, until: undefined };
    if (performance.now() - startedMs >= budgetMs) return { orders, until: placeAt(from) };
    before = from;
    fromMs = from.getTime();
    if (performance.now() - spanStartedMs < SHORT_MS) spanMs *= GROWTH;
  }
}

/** Rounded up: an instant has more digits than a `Date`. */
function startOf(after: Place | undefined, before: Date | undefined, newest: Date): number {
  const placeMs = after === undefined ? Infinity : Number(BigInt(after.createdUs) / 1_000n) + 1;
  return Math.min(newest.getTime() + 1, before?.getTime() ?? Infinity, placeMs);
}

function placeAt(moment: Date): Place {
  return { createdUs: `${BigInt(moment.getTime()) * 1_000n}`, id: NO_ID };
}

async function selectBounds(
  db: Kysely<Tables>,
): Promise<{ oldest: Date; newest: Date } | undefined> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select least((select min(created_at) from payins), (select min(created_at) from payouts)) as oldest,
      greatest((select max(created_at) from payins), (select max(created_at) from payouts)) as newest`.execute(
    db,
  );
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows;
  return oldest === null || newest === null ? undefined : { oldest, newest };
}
