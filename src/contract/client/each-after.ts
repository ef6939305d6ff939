import type { PageAfter } from '../schemas/tools.ts';
import { valueIn, type Result } from './result.ts';

/** Where a list begins that goes on by its last item, and how much of it one answer has. */
export interface AfterParameters {
  size?: number;
  /** `next` of the answer before. */
  after?: string;
}

/** Goes through such a list, answer by answer. @throws RequestFailed for one that cannot be had */
export async function* eachAfter<Item, Parameters extends AfterParameters>(
  list: (parameters: Parameters) => Promise<Result<PageAfter<Item>>>,
  parameters: Parameters,
): AsyncGenerator<Item, void> {
  for (let page: Parameters | undefined = parameters; page;) {
    const { content, next: after }: PageAfter<Item> = valueIn(await list(page));
    yield* content;
    page = after === undefined ? undefined : { ...parameters, after };
  }
}
