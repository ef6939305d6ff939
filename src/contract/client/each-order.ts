import type { ListParameters, Page } from '../schemas/list.ts';
import { valueIn, type Result } from './result.ts';

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
