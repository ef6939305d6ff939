import { formatMinor, parseAmount } from '#domain/money.ts';
import { descending, mergePages } from '../../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isRefused, NOT_FOUND, type Refused } from '../command.ts';
import { findTerminal } from '../find-terminal.ts';
import { endOf } from '../input.ts';
import type { MerchantScope } from '../merchant-scope.ts';
import { namedMerchant } from '../named.ts';
import { momentOf, readPlace, writePlace, type Place } from './search-place.ts';
import type { SearchInput } from './search-input.ts';
import { selectFoundOrders, type FoundOrder, type OrderFilter } from './search-queries.ts';
import { selectInSpans, type FoundInSpans } from './search-spans.ts';

/** Orders of a page, the latest first, and one more where there are more. */
export async function findOrders(
  { db }: Pick<ServiceContext, 'db'>,
  input: SearchInput,
  scope?: MerchantScope,
): Promise<FoundInSpans | Refused> {
  const filter = await filterOf({ db }, input, scope);
  if (isRefused(filter)) return filter;
  const after = input.after === undefined ? undefined : readPlace(input.after);
  return selectPage(db, filter, { after, size: Number(input.limit) + 1 });
}

/**
 * A page of what was found, in one cell or in several; `next` is there where more follow.
 *
 * A place is a moment, the same in all cells. Where one of them was not looked further back than to some moment, what
 * others have before it is left to the next page.
 */
export function shownFound(
  parts: readonly FoundInSpans[],
  { limit }: Pick<SearchInput, 'limit'>,
  scope?: MerchantScope,
) {
  const size = Number(limit);
  const until = latestOf(parts.flatMap((part) => part.until ?? []));
  const found = parts.map(({ orders }, cell) => ({
    cell,
    items: until === undefined ? orders : orders.filter((order) => !isBefore(order, until)),
  }));
  const { items, more } = mergePages(found, { compare: LATEST_FIRST, most: size });
  const last = more ? items.at(-1) : undefined;
  const next = last === undefined ? until : { createdUs: last.created_us, id: last.id };
  return {
    orders: items.map((order) => shown(order, scope)),
    ...(next !== undefined && { next: writePlace(next) }),
    // There may be more, and it takes longer than one answer may.
    ...(until !== undefined && { looked_back_to: momentOf(until) }),
  };
}

const LATEST_FIRST = descending<FoundOrder>(
  ({ created_us: us }) => BigInt(us),
  ({ id }) => id,
);

function latestOf([first, ...others]: readonly Place[]): Place | undefined {
  return others.reduce(
    (one, other) =>
      one === undefined || BigInt(other.createdUs) > BigInt(one.createdUs) ? other : one,
    first,
  );
}

function isBefore({ created_us: us }: FoundOrder, { createdUs }: Place): boolean {
  return BigInt(us) < BigInt(createdUs);
}

async function selectPage(
  db: ServiceContext['db'],
  filter: OrderFilter,
  part: { after: Place | undefined; size: number },
): Promise<FoundInSpans> {
  if (isReadFromAnIndex(filter)) {
    return { orders: await selectFoundOrders(db, filter, part), until: undefined };
  }
  return selectInSpans(db, filter, part);
}

/** What few orders have, one value that has an index in the order of the page, or nothing at all. */
function isReadFromAnIndex(filter: OrderFilter): boolean {
  const { id, reference, email, rrn, providerReference, merchantId, currency } = filter;
  const { amountMinor, status, resolutionCode, methodId, terminalId, lastFour, card } = filter;
  if ([id, reference, email, rrn, providerReference].some(isGiven)) return true;
  if ([merchantId, currency].some(isGiven)) return false;
  return (
    [amountMinor, status, resolutionCode, methodId, terminalId, lastFour ?? card].filter(isGiven)
      .length < 2
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

async function filterOf(
  deps: Pick<ServiceContext, 'db'>,
  input: SearchInput,
  scope: MerchantScope | undefined,
): Promise<OrderFilter | Refused> {
  const merchantId = await merchantIn(deps, input.merchant);
  if (typeof merchantId === 'object') return merchantId;
  const terminalId = await terminalIn(deps, input.terminal);
  if (typeof terminalId === 'object') return terminalId;
  if (scope !== undefined) {
    // Which terminals there are is not for merchants.
    const foreign = merchantId !== undefined && merchantId !== scope.merchantId;
    if (foreign || terminalId !== undefined) return NOT_FOUND;
  }
  const { id, reference, email, rrn, currency, direction, status, amount } = input;
  return {
    ...{ id, reference, email, rrn, currency, direction, status, terminalId },
    merchantId: scope?.merchantId ?? merchantId,
    lastFour: input.last_four,
    card: input.card,
    providerReference: input.provider_reference,
    amountMinor: amount === undefined ? undefined : parseAmount(amount),
    resolutionCode: input.resolution_code,
    methodId: input.method,
    from: input.from === undefined ? undefined : new Date(input.from),
    before: input.to === undefined ? undefined : endOf(input.to),
  };
}

async function merchantIn(
  context: Pick<ServiceContext, 'db'>,
  reference: string | undefined,
): Promise<string | undefined | Refused> {
  if (reference === undefined) return undefined;
  const found = await namedMerchant(context, reference);
  return isRefused(found) ? found : found.id;
}

async function terminalIn(
  { db }: Pick<ServiceContext, 'db'>,
  reference: string | undefined,
): Promise<string | undefined | Refused> {
  if (reference === undefined) return undefined;
  const found = await findTerminal(db, reference);
  return found?.id ?? NOT_FOUND;
}

function shown(
  { created_us: _place, amount_minor: amount, terminal, ...order }: FoundOrder,
  scope: MerchantScope | undefined,
) {
  const named = scope === undefined ? terminal : null;
  return { ...order, terminal: named, amount: formatMinor(amount) };
}
