import type { PageAfter } from '../schemas/developer.ts';
import type { ListParameters, Page } from '../schemas/list.ts';
import { valueIn, type Result } from './result.ts';

/** Cursor parameters of a list: where to continue, and how many items to return. */
export interface AfterParameters {
  size?: number;
  /** `next` of the previous answer. */
  after?: string;
}

/**
 * Iterates over all items of a cursor list.
 *
 * @throws RequestFailed if a page cannot be read
 */
export async function* eachAfter<Item, Parameters extends AfterParameters>(
  list: (parameters: Parameters) => Promise<Result<PageAfter<Item>>>,
  parameters: Parameters,
): AsyncGenerator<Item, void> {
  for await (const content of answersAfter(list, parameters)) yield* content;
}

/** Iterates over the list page by page; requests each page when it is consumed. */
export async function* answersAfter<Item, Parameters extends AfterParameters>(
  list: (parameters: Parameters) => Promise<Result<PageAfter<Item>>>,
  parameters: Parameters,
): AsyncGenerator<Item[], void> {
  for (let page: Parameters | undefined = parameters; page;) {
    const { content, next: after }: PageAfter<Item> = valueIn(await list(page));
    yield content;
    page = after === undefined ? undefined : { ...parameters, after };
  }
}

/** The parameters of a list whose pages are iterated over. Sorted by amount, a list has no pages after 10,000 orders. */
export type EachParameters = Omit<ListParameters, 'page' | 'size' | 'sort'> & {
  size?: number;
  sort?: Exclude<NonNullable<ListParameters['sort']>, `amount,${string}`>;
};
/** The largest page that the service returns. */
const LARGEST_PAGE = 200;

/**
 * Iterates over all orders of a list.
 *
 * @throws RequestFailed if a page cannot be read
 */
export async function* eachOrder<Order, Parameters extends EachParameters>(
  list: (parameters: Parameters & { page: number; size: number }) => Promise<Result<Page<Order>>>,
  parameters: Parameters,
): AsyncGenerator<Order, void> {
  const defaults = { sort: 'createDate,asc', size: LARGEST_PAGE } as const;
  for (let page = 1; ; page += 1) {
    const { content, total_pages: pages } = valueIn(
      await list({ ...defaults, ...parameters, page }),
    );
    yield* content;
    if (page >= pages) return;
  }
}
