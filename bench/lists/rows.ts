import type { ListPayinsQuery } from '#contract/schemas/list.ts';

export const SIZE = 50;
/** Later pages of this size are refused when sorted by amount. */
export const MAX_AMOUNT_PAGE = 10_000 / SIZE;

export interface ListRow {
  name: string;
  /** Returns the query. `orders` is the merchant's number of orders. */
  query(orders: number): ListPayinsQuery;
}

function asked(query: Partial<ListPayinsQuery> = {}): ListPayinsQuery {
  return { page: 1, size: SIZE, sort: { field: 'createDate', direction: 'desc' }, ...query };
}

function middle(orders: number): number {
  return Math.ceil(orders / SIZE / 2);
}

const DAYS_OF_JUNE = {
  startDate: '2025-06-01T00:00:00.000000Z',
  endDate: '2025-06-30T23:59:59.999999Z',
};
/** The same days as requested from a time zone east of Greenwich. */
const HOURS_OF_JUNE = {
  startDate: '2025-05-31T21:00:00.000000Z',
  endDate: '2025-06-30T20:59:59.000000Z',
};

export const ROWS: readonly ListRow[] = [
  { name: 'first page', query: () => asked() },
  { name: 'status SUCCESS', query: () => asked({ statuses: ['SUCCESS'] }) },
  { name: 'status PROCESS_PENDING', query: () => asked({ statuses: ['PROCESS_PENDING'] }) },
  { name: 'currency USD', query: () => asked({ currencies: ['USD'] }) },
  {
    name: 'two statuses, two currencies',
    query: () => asked({ statuses: ['CREATED', 'FAILED'], currencies: ['EUR', 'KZT'] }),
  },
  { name: 'whole days of a month', query: () => asked(DAYS_OF_JUNE) },
  { name: 'the same elsewhere', query: () => asked(HOURS_OF_JUNE) },
  { name: 'page in the middle', query: (orders) => asked({ page: middle(orders) }) },
  {
    name: 'last page',
    query: (orders) => asked({ page: Math.ceil(orders / SIZE) }),
  },
  {
    name: 'middle of one status',
    query: (orders) => asked({ page: middle(orders * 0.7), statuses: ['SUCCESS'] }),
  },
  {
    name: 'middle, by update date',
    query: (orders) =>
      asked({ page: middle(orders), sort: { field: 'updateDate', direction: 'asc' } }),
  },
  {
    name: 'last page by amount',
    query: () => asked({ page: MAX_AMOUNT_PAGE, sort: { field: 'amount', direction: 'asc' } }),
  },
  {
    name: 'update dates of a month',
    query: () =>
      asked({
        startUpdateDate: DAYS_OF_JUNE.startDate,
        endUpdateDate: DAYS_OF_JUNE.endDate,
        sort: { field: 'updateDate', direction: 'desc' },
      }),
  },
];
