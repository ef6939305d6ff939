import type { Currency } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { z } from 'zod';

import { currency, orderStatus } from './enumerations.ts';
import { referenceId, rule, text, uuid } from './fields.ts';
import { parseInstant } from './instant.ts';
import { DESTINATION_ACCOUNT_LENGTH } from '../patterns.ts';

const MAX_PAGE_SIZE = 200;
/** Page × size stays exact as a number, and far beyond any table. */
const MAX_PAGE = 10 ** 12;
const MAX_FILTER_VALUES = 100;

const SORT_FIELDS = ['createDate', 'updateDate', 'amount'] as const;
const SORT_DIRECTIONS = ['asc', 'desc'] as const;
const sortShape = z.object({ field: z.enum(SORT_FIELDS), direction: z.enum(SORT_DIRECTIONS) });

/** Ties are broken by id, in the same direction. */
export type Sort = z.output<typeof sortShape>;

const NEWEST_FIRST: Sort = { field: 'createDate', direction: 'desc' };

const groupId = single(uuid);
const start = instant('start');
const end = instant('end');

const listParameters = z.object({
  page: single(integer(1, MAX_PAGE)),
  size: single(integer(1, MAX_PAGE_SIZE)),
  sort: single(
    parsed(
      parseSort,
      'sort',
      `Must be one of ${SORT_FIELDS.join(', ')}, a comma, and asc or desc.`,
    ).meta({ pattern: `^(${SORT_FIELDS.join('|')}),([aA][sS][cC]|[dD][eE][sS][cC])$` }),
  ).default(NEWEST_FIRST),
  groupId: groupId.optional(),
  /** Ranges include both ends; an end without a fraction is the whole second, as answers show instants. */
  startDate: start.optional(),
  endDate: end.optional(),
  startUpdateDate: start.optional(),
  endUpdateDate: end.optional(),
  statuses: several(orderStatus).optional(),
  currencies: several(currency).optional(),
});

/** Query of the payin list. Unknown parameters are ignored; `accounts` would seem to have filtered. */
export const listPayinsQuery = inOrder(
  listParameters.extend({
    accounts: z.never({ error: 'Is a filter of payouts: a payin goes to no account.' }).optional(),
  }),
);
export type ListPayinsQuery = z.output<typeof listPayinsQuery>;

/** Query of the payout list: the same and `accounts`, destinations in full or as answers show them. */
export const listPayoutsQuery = inOrder(
  listParameters.extend({ accounts: several(text(DESTINATION_ACCOUNT_LENGTH)).optional() }),
);
export type ListPayoutsQuery = z.output<typeof listPayoutsQuery>;

const REPEATED = ['statuses', 'currencies', 'accounts'] as const;

type Query = Record<string, string | string[]>;

/** `statuses[]=`, and `statuses[0]=` as PHP's `http_build_query` and qs write it. */
const BRACKETED = new RegExp(`^(${REPEATED.join('|')})\\[\\d*\\]$`);

/** A query with parameters that may be repeated under their own names, however they were written. */
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

/** Query of the by-reference endpoints. An empty reference is a value like others. */
export const byReferenceQuery = z.object({ reference_id: single(referenceId) });
export type ByReferenceQuery = z.output<typeof byReferenceQuery>;

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

/** One page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    /** Orders that match the filter. */
    total_elements: z.int(),
    total_pages: z.int(),
    content: z.array(item),
  });
}

export interface Page<T> {
  total_elements: number;
  total_pages: number;
  content: T[];
}

/** A parameter given once is text, one that is repeated a list. */
function given() {
  return z.union([z.string().transform((only) => [only]), z.array(z.string())]);
}

/** A parameter that may be given once: choosing among several values would be a guess. */
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

/** A range whose start is after its end matches nothing by mistake rather than by wish. */
function inOrder<S extends typeof listParameters>(query: S) {
  return query
    .refine(({ startDate, endDate }) => isInOrder(startDate, endDate), notAfter('startDate'))
    .refine(
      ({ startUpdateDate, endUpdateDate }) => isInOrder(startUpdateDate, endUpdateDate),
      notAfter('startUpdateDate'),
    );
}

function notAfter(start: string) {
  return {
    ...rule('range', 'Must not be after the end of the range.'),
    path: [start],
    // Listed beside the faults of other parameters, so the ends may be of any type here.
    when: () => true,
  };
}

function isInOrder(start: unknown, end: unknown): boolean {
  return typeof start !== 'string' || typeof end !== 'string' || start <= end;
}
