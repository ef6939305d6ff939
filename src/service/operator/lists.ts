import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import type { Refused } from './answer.ts';
import type { OperatorCommand } from './command.ts';
import { commandOptions } from './command-options.ts';
import { judgeBoth } from './judge.ts';

const MOST_AT_ONCE = 200;
const DEFAULT_AT_ONCE = 100;

/** A whole number, which a command line has as text. */
const limit = z
  .union([z.number(), z.string().regex(/^\d{1,3}$/)], { error: 'must be a whole number' })
  .refine((count) => Number.isInteger(Number(count)), { error: 'must be a whole number' })
  .refine((count) => Number(count) >= 1 && Number(count) <= MOST_AT_ONCE, {
    error: `must lie between 1 and ${MOST_AT_ONCE}`,
  })
  .default(DEFAULT_AT_ONCE)
  .describe(`1-${MOST_AT_ONCE}`);

/** Which part of a list is meant: so many items behind that of a key, or from the start. */
export interface Page {
  after: string | undefined;
  limit: number;
}

interface List<Shape extends z.ZodRawShape, Item> {
  /** An item as it is answered. */
  item: z.ZodObject;
  /** Items are known by it, and no two of a list have the same. */
  key: z.ZodString | z.ZodUUID;
  keyOf: (item: Item) => string;
  /** In the list's order, which the key decides where nothing else does. */
  select: (
    input: z.output<z.ZodObject<Shape>>,
    context: ServiceContext,
    page: Page,
  ) => Promise<readonly Item[] | Refused>;
}

/**
 * A command that lists, a page at a time. Pages go by the key of the last item, so that nothing is missed or
 * shown twice when items are added meanwhile; `next` is there as long as there are more.
 */
export function lists<Shape extends z.ZodRawShape, Item extends object>(
  summary: string,
  shape: Shape,
  { item, key, keyOf, select }: List<Shape, Item>,
): OperatorCommand {
  const own = z.strictObject(shape);
  const paging = z.strictObject({ limit, after: key.optional() });
  const input = own.extend(paging.shape);
  return {
    summary,
    input,
    answer: z.object({ items: z.array(item), next: key.optional() }),
    changes: false,
    options: commandOptions(input),
    async run(given, context) {
      const judged = judgeBoth(own, paging, given);
      if (!judged.ok) return judged;
      const { after, limit: most } = judged.value.common;
      // One more than is shown says whether there are more.
      const page = { after, limit: Number(most) + 1 };
      const found = await select(judged.value.own, context, page);
      return 'ok' in found ? found : { ok: true, result: paged(found, Number(most), keyOf) };
    },
  };
}

function paged<Item>(found: readonly Item[], most: number, keyOf: (item: Item) => string) {
  const items = found.slice(0, most);
  const last = items.at(-1);
  return { items, ...(found.length > most && last !== undefined && { next: keyOf(last) }) };
}
