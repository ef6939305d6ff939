import { z } from 'zod';
import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { DESTINATION_ACCOUNT_LENGTH } from '../patterns.ts';
import { count, currency, orderStatus, referenceId, rule, text, uuid } from './fields.ts';

const MAX_PAGE_SIZE = 200;
/** Keeps page × size exact as a number, and is far beyond any table. */
const MAX_PAGE = 10 ** 12;
const MAX_FILTER_VALUES = 100;
/** The most orders before a page that is sorted by amount. By date, a page may be as late as you like. */
const MAX_ORDERS_BEFORE_AMOUNT_PAGE = 10_000;

const SORT_FIELDS = ['createDate', 'updateDate', 'amount'] as const;
const SORT_DIRECTIONS = ['asc', 'desc'] as const;
const sortShape = z.object({ field: z.enum(SORT_FIELDS), direction: z.enum(SORT_DIRECTIONS) });

const pageByAmount = z.object({
  sort: z.object({ field: z.literal('amount') }),
  page: z.number(),
  size: z.number(),
});

/** Ties are broken by id, in the same direction. */
export type Sort = z.output<typeof sortShape>;

const NEWEST_FIRST: Sort = { field: 'createDate', direction: 'desc' };

/** Runs a rule even if other parameters are invalid, so what it reads may be of any type. */
const EVEN_IF_OTHERS_ARE_INVALID = { when: () => true };

const start = instant('start');
const end = instant('end');

const WHOLE_SECOND = 'Without a fraction it means the whole second.';

/** Parameters of lists by time; ranges include both ends. */
export const CREATED_BETWEEN = {
  startDate: start.optional().meta({
    description: 'Only orders made at this instant or later: RFC 3339 with an offset.',
    example: '2026-01-01T00:00:00Z',
  }),
  endDate: end.optional().meta({
    description: `Only orders made at this instant or earlier: RFC 3339 with an offset. ${WHOLE_SECOND}`,
    example: '2026-01-31T23:59:59.999+01:00',
  }),
};

const listParameters = z.object({
  page: single(integer(1, MAX_PAGE)).meta({
    description: 'The page, counted from 1.',
    example: 1,
  }),
  size: single(integer(1, MAX_PAGE_SIZE)).meta({
    description: 'Maximum items of a page.',
    example: 50,
  }),
  sort: single(
    parsed(
      parseSort,
      'sort',
      `Must be one of ${SORT_FIELDS.join(', ')}, a comma, and asc or desc.`,
    ).meta({ pattern: `^(${SORT_FIELDS.join('|')}),([aA][sS][cC]|[dD][eE][sS][cC])$` }),
  )
    .default(NEWEST_FIRST)
    .meta({
      description:
        'Sort field and direction: `createDate`, `updateDate` or `amount`, a comma, `asc` or `desc`. Ties are ordered by id. By default, newest first. By `amount`, a page with 10,000 orders or more before it is refused (`too_deep`).',
      example: 'createDate,desc',
    }),
  groupId: single(uuid).optional().meta({
    description: 'Only orders of this group, created by one request: a UUID from `group_id`.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  }),
  ...CREATED_BETWEEN,
  startUpdateDate: start.optional().meta({
    description: 'Only orders that last changed at this instant or later: RFC 3339 with an offset.',
    example: '2026-01-01T00:00:00Z',
  }),
  endUpdateDate: end.optional().meta({
    description: `Only orders that last changed at this instant or earlier: RFC 3339 with an offset. ${WHOLE_SECOND}`,
    example: '2026-01-31T23:59:59Z',
  }),
  statuses: several(orderStatus)
    .optional()
    .meta({
      description:
        'Only orders in one of these statuses; repeat the parameter for several, with or without brackets (`statuses[]`, `statuses[0]`).',
      example: ['SUCCESS', 'FAILED'],
    }),
  currencies: several(currency)
    .optional()
    .meta({
      description:
        'Only orders in one of these currencies; repeat the parameter for several, with or without brackets (`currencies[]`, `currencies[0]`).',
      example: ['EUR'],
    }),
});

/**
 * Query of the payin list. Unknown parameters are ignored, but `accounts` is refused: it would seem to have filtered.
 */
export const listPayinsQuery = inOrder(
  listParameters.extend({
    accounts: z
      .never({ error: 'Is a filter for payouts only: payins have no destination account.' })
      .optional(),
  }),
);
export type ListPayinsQuery = z.output<typeof listPayinsQuery>;

/** Query of the payout list: adds `accounts`, destinations in full or as answers show them. */
export const listPayoutsQuery = inOrder(
  listParameters.extend({
    accounts: several(text(DESTINATION_ACCOUNT_LENGTH))
      .optional()
      .meta({
        description:
          'Only payouts to one of these destinations, in any spelling, or card numbers as answers show them; repeat the parameter for several, with or without brackets. A key may name 60 full card numbers an hour.',
        example: ['424242******4242'],
      }),
  }),
);
export type ListPayoutsQuery = z.output<typeof listPayoutsQuery>;

const REPEATED = ['statuses', 'currencies', 'accounts'] as const;

type Query = Record<string, string | string[]>;

/** `statuses[]=`, and `statuses[0]=` as PHP's `http_build_query` and qs write it. */
const BRACKETED = new RegExp(`^(${REPEATED.join('|')})\\[\\d*\\]$`);

/** Merges bracketed spellings of repeatable parameters into the plain names. */
export function unbracketed(query: Query): Query {
  const bracketed = Object.keys(query).filter((name) => BRACKETED.test(name));
  if (bracketed.length === 0) return query;
  const written = (name: string) =>
    [name, ...bracketed.filter((other) => other.startsWith(`${name}[`))].flatMap(
      (spelling) => query[spelling] ?? [],
    );
  const values = REPEATED.map((name) => [name, written(name)] as const);
  const given = values.filter(([, all]) => all.length > 0);
  return { ...query, ...Object.fromEntries(given) };
}

/** Query of the by-reference endpoints. An empty reference is a valid value; one that no order can have finds none. */
export const byReferenceQuery = z.object({
  reference_id: single(z.string().transform(toPossibleReference)).meta({
    description:
      'The reference from the create request; empty for the one order that was made with an empty one.',
    example: 'order-1001',
  }),
});
export type ByReferenceQuery = z.output<typeof byReferenceQuery>;

/** A space is in no reference. */
function toPossibleReference(given: string): string {
  return referenceId.safeParse(given).success ? given : ' ';
}

/** The list queries as a client writes them; dates are RFC 3339 text. */
export interface ListParameters {
  page: number;
  size: number;
  sort?: `${Sort['field']},${Sort['direction']}`;
  groupId?: string;
  startDate?: string;
  endDate?: string;
  startUpdateDate?: string;
  endUpdateDate?: string;
  statuses?: readonly OrderStatus[];
  currencies?: readonly Currency[];
}

/** One page of a list of `orders`. */
export function pageOf<Item extends z.ZodType>(item: Item, orders: string) {
  return z.object({
    total_elements: count(`Number of ${orders} that match the filter.`),
    total_pages: count('Number of pages of the requested size.'),
    content: z.array(item).meta({
      description: `The ${orders} of this page, in the order of the list; empty after the last page.`,
    }),
  });
}

export interface Page<T> {
  total_elements: number;
  total_pages: number;
  content: T[];
}

/** Normalizes a parameter to a list: given once it is text, repeated it is a list. */
function given() {
  return z.union([z.string().transform((only) => [only]), z.array(z.string())]);
}

/** A parameter that must not be repeated: choosing among several values would be a guess. */
export function single<S extends z.ZodType<unknown, string>>(value: S) {
  return given()
    .refine((values) => values.length === 1, rule('repeated', 'Must be given once.'))
    .transform(([only = '']) => only)
    .pipe(value);
}

/** A repeated parameter; a value given twice counts once. */
function several<S extends z.ZodType<unknown, string>>(value: S) {
  return given()
    .refine(
      (values) => values.length <= MAX_FILTER_VALUES,
      rule('too_many', `Must be given at most ${MAX_FILTER_VALUES} times.`),
    )
    .transform((values) => [...new Set(values)])
    .pipe(z.array(value).meta({ maxItems: MAX_FILTER_VALUES }));
}

export function integer(min: number, max: number) {
  const parse = (digits: string) => {
    const value = /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : undefined;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };
  return parsed(parse, 'range', `Must be a whole number from ${min} to ${max}.`).meta({
    type: 'integer',
    minimum: min,
    maximum: max,
  });
}

function instant(bound: 'start' | 'end') {
  const parse = (text: string) => parseInstant(text, bound);
  const detail = 'Must be an RFC 3339 date and time with an offset.';
  return single(parsed(parse, 'date_time', detail).meta({ format: 'date-time' }));
}

function parsed<T>(parse: (text: string) => T | undefined, code: string, detail: string) {
  return z.string().transform((source, context) => {
    const value = parse(source);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', params: { code }, message: detail });
    return z.NEVER;
  });
}

function parseSort(given: string): Sort | undefined {
  const [field, direction, ...rest] = given.split(',');
  if (rest.length > 0) return undefined;
  return sortShape.safeParse({ field, direction: direction?.toLowerCase() }).data;
}

/** Refuses ranges whose start is after their end: they match nothing, which is surely a mistake. */
function inOrder<S extends typeof listParameters>(query: S) {
  return query
    .refine(({ startDate, endDate }) => isInOrder(startDate, endDate), notAfter('startDate'))
    .refine(
      ({ startUpdateDate, endUpdateDate }) => isInOrder(startUpdateDate, endUpdateDate),
      notAfter('startUpdateDate'),
    )
    .refine(({ sort, page, size }) => !isTooDeep({ sort, page, size }), {
      ...rule(
        'too_deep',
        'A list sorted by amount ends with its 10,000th order: narrow the filter, or sort by createDate.',
      ),
      path: ['page'],
      ...EVEN_IF_OTHERS_ARE_INVALID,
    });
}

export function notAfter(start: string) {
  return {
    ...rule('range', 'Must not be after the end of the range.'),
    path: [start],
    ...EVEN_IF_OTHERS_ARE_INVALID,
  };
}

/** A page that is sorted by amount is read by scanning all orders before it. */
function isTooDeep(query: { sort: unknown; page: unknown; size: unknown }): boolean {
  const { data } = pageByAmount.safeParse(query);
  return data !== undefined && (data.page - 1) * data.size >= MAX_ORDERS_BEFORE_AMOUNT_PAGE;
}

export function isInOrder(start: unknown, end: unknown): boolean {
  return typeof start !== 'string' || typeof end !== 'string' || start <= end;
}

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
/** In a query, an unencoded plus sign of an offset arrives as a space. */
const SPACE_BEFORE_OFFSET = / (?=\d\d:\d\d$)/;
const WITHOUT_FRACTION = { start: '000000', end: '999999' } as const;
const MINUTE_MS = 60_000;

/**
 * Parses an RFC 3339 date and time with an offset to UTC text with microseconds, the database's precision:
 * '2026-01-01T00:00:00.000000Z'. These texts sort like their instants. Returns undefined for anything else, including
 * impossible dates and leap seconds (Unix time has none).
 *
 * @param bound the end of the range: without a fraction, `start` and `end` mean the first and last microsecond of the
 * second, since answers show whole seconds
 */
export function parseInstant(text: string, bound: 'start' | 'end' = 'start'): string | undefined {
  const match = RFC_3339.exec(text.replace(SPACE_BEFORE_OFFSET, '+'));
  if (!match) return undefined;
  const [
    ,
    date = '',
    time = '',
    fraction = WITHOUT_FRACTION[bound],
    sign,
    hours = '0',
    minutes = '0',
  ] = match;
  const localMs = Date.parse(`${date}T${time}Z`);
  // The engine reads 30 February as 1 March; a date that does not round-trip is invalid.
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(date)) return undefined;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
  const utc = new Date(localMs - offsetMs).toISOString();
  if (!/^(?!0000)\d{4}-/.test(utc)) return undefined;
  return `${utc.slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
