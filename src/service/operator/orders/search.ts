import { filterFor } from '#domain/order/search-text.ts';
import { CURRENCIES, formatMinor, parseAmount } from '#domain/money.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { NOT_FOUND, type OperatorAnswer, type Refused, isRefused } from '../answer.ts';
import { findMerchant, findTerminal } from '../../merchants/queries.ts';
import { exclusiveEnd, instant } from '../input.ts';
import type { MerchantScope } from '../roles.ts';
import { REVERSALS, shownOutcome } from './outcome.ts';
import { merchant, namedMerchant } from '../named.ts';
import {
  type FoundOrder,
  type OrderFilter,
  selectFoundOrders,
  type Place,
} from './search-queries.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { UUID } from '#contract/patterns.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';
import { REFUSED_BY, type RefusedBy } from '#domain/order/attempt-limits.ts';
import { FUNNEL_STEPS } from '../../counters/conversion.ts';
import { isOrderStatus, ORDER_STATUSES } from '#domain/order/status.ts';
import { z } from 'zod';

/** Finds a page of orders, latest first, with `next` if more follow. */
export async function findOrders(
  { db }: Pick<ServiceContext, 'db'>,
  input: SearchInput,
  scope?: MerchantScope,
): Promise<OperatorAnswer<FoundOrders>> {
  const filter = await filterOf({ db }, input, scope);
  if (isRefused(filter)) return filter;
  const after = input.after === undefined ? undefined : readPlace(input.after);
  const page = await selectPage(db, filter, { after, size: input.limit + 1 });
  return { ok: true, result: shownFound(page, input, scope) };
}

type FoundOrders = ReturnType<typeof shownFound>;

function shownFound(
  { orders, until }: FoundInSpans,
  { limit }: Pick<SearchInput, 'limit'>,
  scope: MerchantScope | undefined,
) {
  const shownOrders = orders.slice(0, limit);
  const last = orders.length > limit ? shownOrders.at(-1) : undefined;
  const next = last === undefined ? until : { createdUs: last.created_us, id: last.id };
  return {
    orders: shownOrders.map((order) => shown(order, scope)),
    ...(next !== undefined && { next: writePlace(next) }),
    // The search stopped here, because going further back takes longer than one answer may.
    ...(until !== undefined && { looked_back_to: momentOf(until) }),
  };
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

/**
 * Returns whether one index yields the page: if the filter has a value that few orders share, a single value whose
 * index has the page's order, or no value.
 */
function isReadFromAnIndex(filter: OrderFilter): boolean {
  const given = (names: readonly (keyof OrderFilter)[]) =>
    names.filter((name) => filter[name] !== undefined).length;
  if (given(SHARED_BY_FEW) > 0) return true;
  if (given(WITHOUT_AN_ORDER) > 0 || (filter.statuses ?? []).length > 1) return false;
  return given(IN_THE_ORDER_OF_THE_PAGE) < 2;
}

const SHARED_BY_FEW = ['id', 'reference', 'text', 'email', 'rrn', 'acquirerReference'] as const;
const WITHOUT_AN_ORDER = ['merchantId', 'currency', 'step', 'brand', 'reason'] as const;
const IN_THE_ORDER_OF_THE_PAGE = [
  'amountMinor',
  'statuses',
  'resolutionCode',
  'methodId',
  'terminalId',
  'lastFour',
  'card',
  'reversal',
  'refusedBy',
  'payerAddress',
] as const;

async function filterOf(
  deps: Pick<ServiceContext, 'db'>,
  given: SearchInput,
  scope: MerchantScope | undefined,
): Promise<OrderFilter | Refused> {
  const input = await withText(deps.db, given, scope);
  const merchantId = await merchantIn(deps, input.merchant);
  if (typeof merchantId === 'object') return merchantId;
  const terminalId = await terminalIn(deps, input.terminal);
  if (typeof terminalId === 'object') return terminalId;
  if (scope !== undefined) {
    // Merchants must not learn which terminals exist.
    const foreign = merchantId !== undefined && merchantId !== scope.merchantId;
    if (foreign || terminalId !== undefined) return NOT_FOUND;
  }
  const { status, amount, reason, from, to } = input;
  const refusedBy = isRefusedBy(reason) ? reason : undefined;
  return {
    // Most filters are searched for as they were given.
    ...input,
    statuses: status?.split(',').filter(isOrderStatus),
    amountMinor: amount === undefined ? undefined : parseAmount(amount),
    refusedBy,
    reason: refusedBy === undefined ? reason : undefined,
    lastFour: input.last_four,
    payerAddress: input.payer_address?.toLowerCase(),
    acquirerReference: input.provider_reference,
    resolutionCode: input.resolution_code,
    merchantId: scope?.merchantId ?? merchantId,
    methodId: input.method,
    terminalId,
    from: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : exclusiveEnd(to),
  };
}

/** Replaces the text by the filter that it looks like. A merchant's person is not told which names exist. */
async function withText(
  db: Db,
  { text: typed, ...input }: SearchInput,
  scope: MerchantScope | undefined,
): Promise<SearchInput> {
  if (typed === undefined) return input;
  const { text: words, ...filter } = filterFor(typed.trim());
  if (words === undefined) return { ...input, ...filter };
  if (isRefusedBy(words)) return { ...input, reason: words };
  if (scope === undefined) {
    const named = await findMerchant(db, words);
    if (typeof named === 'object') return { ...input, merchant: named.id };
    if ((await findTerminal(db, words)) !== undefined) return { ...input, terminal: words };
  }
  return { ...input, text: words };
}

function isRefusedBy(text: string | undefined): text is RefusedBy {
  return REFUSED_BY.some((limit) => limit === text);
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

function shown(order: FoundOrder, scope: MerchantScope | undefined) {
  return {
    id: order.id,
    direction: order.direction,
    reference_id: order.reference_id,
    merchant_id: order.merchant_id,
    merchant: order.merchant,
    method: order.method,
    terminal: scope === undefined ? order.terminal : null,
    status: order.status,
    resolution_code: order.resolution_code,
    refused_by: order.refused_by,
    currency: order.currency,
    amount: formatMinor(order.amount_minor),
    fee: formatMinor(order.fee_total_minor),
    account: order.account,
    card_brand: order.card_brand,
    email: order.email,
    created_at: order.created_at,
    ...shownOutcome(order),
  };
}

const DAY_MS = 86_400_000;

/** Each span is this many times as long as the one before, as long as spans are fast to search. */
const GROWTH = 4;

const SHORT_MS = 10;

/** No further span is started after this long; the whole answer should take 200 ms. */
const BUDGET_MS = 80;

/** Sorts before all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface FoundInSpans {
  orders: FoundOrder[];
  /** Set if the search stopped early: the next page begins there. */
  until: Place | undefined;
}

/**
 * Finds orders by values that may each be common but rare in combination. No index has the combination, and reading
 * along any single index may take long. So this searches backwards in spans of time until the page is full or the time
 * budget is used up.
 */
export async function selectInSpans(
  db: Db,
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

/** Returns the start in milliseconds, rounded up because a place has microseconds. */
function startOf(after: Place | undefined, before: Date | undefined, newest: Date): number {
  const placeMs = after === undefined ? Infinity : Number(BigInt(after.createdUs) / 1_000n) + 1;
  return Math.min(newest.getTime() + 1, before?.getTime() ?? Infinity, placeMs);
}

function placeAt(moment: Date): Place {
  return { createdUs: `${BigInt(moment.getTime()) * 1_000n}`, id: NO_ID };
}

async function selectBounds(db: Db): Promise<{ oldest: Date; newest: Date } | undefined> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select least((select min(created_at) from payins), (select min(created_at) from payouts)) as oldest,
      greatest((select max(created_at) from payins), (select max(created_at) from payouts)) as newest`.execute(
    db,
  );
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows;
  return oldest === null || newest === null ? undefined : { oldest, newest };
}

const MICROSECONDS = /^\d{1,16}$/;

/** Encodes a place as an opaque text. */
function writePlace({ createdUs, id }: Place): string {
  return Buffer.from(`${createdUs} ${id}`).toString('base64url');
}

function readPlace(text: string): Place | undefined {
  const [createdUs = '', id = '', ...more] = Buffer.from(text, 'base64url').toString().split(' ');
  const isPlace = MICROSECONDS.test(createdUs) && UUID.test(id) && more.length === 0;
  return isPlace ? { createdUs, id } : undefined;
}

function momentOf({ createdUs }: Place): string {
  return new Date(Number(BigInt(createdUs) / 1_000n)).toISOString();
}

const MAX_TEXT = 255;

const SEVERAL_STATUSES = new RegExp(
  `^(${ORDER_STATUSES.join('|')})(,(${ORDER_STATUSES.join('|')}))*$`,
);

const text = z.string().min(1).max(MAX_TEXT).optional();

const MOST_ORDERS = 200;

const USUAL_ORDERS = 50;

const LIMITS = `must lie between 1 and ${MOST_ORDERS}`;

/** The search options, in any combination; an order must match all of them. */
export const SEARCH_INPUT = {
  id: z.uuid().optional(),
  text: text.describe(
    "What is pasted: an id or its first eight characters, a reference of ours or the acquirer's, €24.59, a card, an e-mail, a merchant's or terminal's name.",
  ),
  reference: text,
  email: text,
  last_four: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional()
    .describe('The last four digits of the card number.'),
  card: z
    .string()
    .regex(/^\d{6}\*{2,9}\d{4}$/, 'must be as answers show it, like 424242******4242')
    .optional()
    .describe('A card number as answers show it: 424242******4242.'),
  rrn: text,
  provider_reference: text,
  amount: z
    .string()
    .refine((given) => parseAmount(given) !== undefined, 'must be an amount like 10.50')
    .optional()
    .describe('Like 12.50.'),
  currency: z.enum(CURRENCIES).optional(),
  direction: z.enum(['payin', 'payout']).optional(),
  status: z
    .string()
    .regex(SEVERAL_STATUSES, `must be one or more of ${ORDER_STATUSES.join(', ')}, with commas`)
    .optional()
    .describe('One status, or several: FAILED,CLOSED.'),
  step: z
    .enum(FUNNEL_STEPS)
    .optional()
    .describe('Payins that came at least this far, as `overview show` counts them.'),
  brand: z.enum([...CARD_BRANDS, 'unknown']).optional(),
  reason: z
    .enum([...DECLINE_REASONS, ...REFUSED_BY, ...RESOLUTION_CODES])
    .optional()
    .describe(
      'Why an order that has ended was not paid, as `overview show` counts it; or the limit that refused its last card.',
    ),
  payer_address: text.describe('The IP address of a payer whom a limit refused.'),
  reversal: z
    .enum(REVERSALS)
    .optional()
    .describe('Payins that were refunded, in part or whole, or disputed, whatever came of it.'),
  resolution_code: z.enum(RESOLUTION_CODES).optional(),
  merchant: merchant.optional(),
  method: z.uuid().optional(),
  terminal: z.string().min(1).max(MAX_TEXT).optional().describe('Its name or id.'),
  from: instant.optional(),
  to: instant.optional(),
  limit: z
    .int('must be a whole number')
    .min(1, LIMITS)
    .max(MOST_ORDERS, LIMITS)
    .default(USUAL_ORDERS)
    .describe('The most orders to return.'),
  after: z
    .string()
    .max(MAX_TEXT, { abort: true })
    .refine((given) => readPlace(given) !== undefined, 'must be the `next` of an answer')
    .optional()
    .describe('Where to continue: the `next` of the previous answer.'),
};

export type SearchInput = z.output<z.ZodObject<typeof SEARCH_INPUT>>;
