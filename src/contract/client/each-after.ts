import type { PageAfter } from '../schemas/developer.ts';
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
