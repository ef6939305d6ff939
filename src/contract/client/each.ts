import type { PageAfter } from '../schemas/developer.ts';
import type { ListParameters, Page } from '../schemas/list.ts';
import { valueIn, type Result } from './result.ts';

/** Where a list begins that goes on by its last item, and how much of it one answer has. */
export interface AfterParameters {
  size?: number;
  /** `next` of the answer before. */
  after?: string;
}

/** Goes through all items of such a list. @throws RequestFailed for an answer that cannot be had */
export async function* eachAfter<Item, Parameters extends AfterParameters>(
  list: (parameters: Parameters) => Promise<Result<PageAfter<Item>>>,
  parameters: Parameters,
): AsyncGenerator<Item, void> {
  for await (const content of answersAfter(list, parameters)) yield* content;
}

/** The same answer by answer: each is requested when it is wanted. */
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

/** The parameters of a list that is gone through page by page. */
export type EachParameters = Omit<ListParameters, 'page' | 'size'> & { size?: number };
/** What the service answers at most at once. */
const LARGEST_PAGE = 200;

/** Goes through a list, page by page. @throws RequestFailed for a page that cannot be had */
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
