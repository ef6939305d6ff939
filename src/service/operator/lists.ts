import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { invalidAt, isRefused, type Answered, type Refused } from './answer.ts';
import type { CommandRow, Input, OperatorCommand, Read } from './command.ts';

const MOST_AT_ONCE = 200;
const DEFAULT_AT_ONCE = 100;
const LIMITS = `must lie between 1 and ${MOST_AT_ONCE}`;
const MAX_PLACE = 1_000;

const PAGING = z.strictObject({
  limit: z
    .int('must be a whole number')
    .min(1, LIMITS)
    .max(MOST_AT_ONCE, LIMITS)
    .default(DEFAULT_AT_ONCE)
    .describe('The most items to return.'),
  after: z
    .string()
    .min(1)
    .max(MAX_PLACE)
    .optional()
    .describe('Where to continue: the `next` of the previous answer.'),
});
type Paging = z.output<typeof PAGING>;

/** A part of a list: up to `limit` items after the item with key `after`, or from the start. */
export interface Page {
  after: string | undefined;
  limit: number;
}

interface ListRow<
  Shape extends z.ZodRawShape,
  Item,
  Shown extends z.ZodObject,
> extends CommandRow<Shape> {
  /** The schema of an item in the answer. */
  item: Shown;
  /** The schema of an item's key, which is unique within a list. */
  key: z.ZodString | z.ZodUUID;
  keyOf: (item: Item) => string;
  /** Reads a page in the list's order; the key decides ties. */
  select: (
    input: Input<Shape>,
    context: ServiceContext,
    page: Page,
  ) => Promise<readonly Item[] | Refused>;
}

/**
 * A command that lists items a page at a time. A page continues after the key of the last item, so that no item is
 * missed or repeated if others are added in between. The answer has `next` while there are more.
 */
export function list<
  Shape extends z.ZodRawShape,
  Shown extends z.ZodObject,
  Item extends Answered<z.output<Shown>> & object,
>({ input, item, key, keyOf, select, ...row }: ListRow<Shape, Item, Shown>): OperatorCommand {
  return {
    ...row,
    input: z.strictObject({ ...input, ...PAGING.shape }),
    common: PAGING,
    answer: z.object({ items: z.array(item), next: z.string().optional() }),
    changes: false,
    async run({ own, common: { after, limit } }: ReadList<Shape>, context) {
      if (after !== undefined && !key.safeParse(after).success) {
        return invalidAt('/after', 'pattern', 'Must be the `next` of an answer.');
      }
      // Reading one more than `limit` tells whether there are more.
      const found = await select(own, context, { after, limit: limit + 1 });
      if (isRefused(found)) return found;
      const items = found.slice(0, limit);
      const last = items.at(-1);
      const hasMore = found.length > limit && last !== undefined;
      return { ok: true, result: { items, ...(hasMore && { next: keyOf(last) }) } };
    },
  };
}

type ReadList<Shape extends z.ZodRawShape> = Read<Input<Shape>, Paging>;
