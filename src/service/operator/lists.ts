import { z } from 'zod';
import {
  mergePages,
  readPlaces,
  writePlaces,
  type Compare,
  type Join,
  type Places,
} from '../platform/cells/merge-pages.ts';
import type { ServiceContext } from '../platform/context.ts';
import { invalid, isRefused, type Answered, type OperatorAnswer, type Refused } from './answer.ts';
import { answerWithout, gathered, type AskAll } from './cells/across.ts';
import type { OperatorCommand, Read } from './command.ts';

const MOST_AT_ONCE = 200;
const DEFAULT_AT_ONCE = 100;
const LIMITS = `must lie between 1 and ${MOST_AT_ONCE}`;
/** Of as many cells as there may be. */
const MAX_PLACE = 50_000;

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

/** Which part of a list is meant: so many items behind that of a key, or from the start. */
export interface Page {
  after: string | undefined;
  limit: number;
}

interface List<Shape extends z.ZodRawShape, Item, Shown extends z.ZodObject> {
  /** An item as it is answered. */
  item: Shown;
  /** Items are known by it, and no two of a list have the same. */
  key: z.ZodString | z.ZodUUID;
  keyOf: (item: Item) => string;
  /** In the list's order, which the key decides where nothing else does. */
  select: (
    input: z.output<z.ZodObject<Shape>>,
    context: ServiceContext,
    page: Page,
  ) => Promise<readonly Item[] | Refused>;
  /** What the list's order is, where one is merged from those of several cells; absent where it is one merchant's. */
  order?: Compare<Item>;
  /** Makes one item of what several cells have alike. */
  join?: Join<Item>;
}

/**
 * A command that lists, a page at a time. Pages go by the key of the last item, so that nothing is missed or
 * shown twice when items are added meanwhile; `next` is there as long as there are more.
 */
export function lists<
  Shape extends z.ZodRawShape,
  Shown extends z.ZodObject,
  Item extends Answered<z.output<Shown>> & object,
>(summary: string, shape: Shape, list: List<Shape, Item, Shown>): OperatorCommand {
  return listsShown(summary, shape, { ...list, show: (item) => item });
}

interface ShownList<Shape extends z.ZodRawShape, Item, Shown extends z.ZodObject> extends List<
  Shape,
  Item,
  Shown
> {
  show: (item: Item) => Answered<z.output<Shown>>;
}

/** The same where an item is not answered as it is selected. */
export function listsShown<
  Shape extends z.ZodRawShape,
  Shown extends z.ZodObject,
  Item extends object,
>(summary: string, shape: Shape, list: ShownList<Shape, Item, Shown>): OperatorCommand {
  const { item, key, keyOf, select, order, show } = list;
  return {
    summary,
    own: z.strictObject(shape),
    common: PAGING,
    answer: z.object({ items: z.array(item), next: z.string().optional() }),
    changes: false,
    async run({ own, common: { after, limit } }: ReadList<Shape>, context) {
      if (after !== undefined && !key.safeParse(after).success) return invalid([NO_PLACE]);
      // One more than is shown says whether there are more.
      const found = await select(own, context, { after, limit: limit + 1 });
      if (isRefused(found)) return found;
      const items = found.slice(0, limit);
      const last = items.at(-1);
      const hasMore = found.length > limit && last !== undefined;
      return {
        ok: true,
        result: { items: items.map(show), ...(hasMore && { next: keyOf(last) }) },
      };
    },
    ...(order !== undefined && { runAcross: acrossCells(list, order) }),
  };
}

type ReadList<Shape extends z.ZodRawShape> = Read<z.output<z.ZodObject<Shape>>, Paging>;

const NO_PLACE = '--after: must be the `next` of an answer';

/** A page of all cells' items together; its `next` says where it ends in each of them. */
function acrossCells<Shape extends z.ZodRawShape, Shown extends z.ZodObject, Item extends object>(
  list: ShownList<Shape, Item, Shown>,
  compare: Compare<Item>,
) {
  const { key, keyOf, select, join, show } = list;
  return async (
    { own, common: { after, limit: most } }: ReadList<Shape>,
    askAll: AskAll,
  ): Promise<OperatorAnswer> => {
    const begun = after === undefined ? new Map<number, string>() : readPlaces(after);
    if (begun === undefined || !areKeys(begun, key)) return invalid([NO_PLACE]);
    const asked = await askAll((context, cell) =>
      select(own, context, { after: begun.get(cell), limit: most + 1 }),
    );
    const found = gathered<readonly Item[]>(asked);
    if (isRefused(found)) return found;
    const parts = found.values.map(({ cell, value: items }) => ({ cell, items }));
    const { items, last, more } = mergePages(parts, { compare, most, join });
    const ended = new Map([...begun, ...[...last].map(([cell, at]) => [cell, keyOf(at)] as const)]);
    const page = { items: items.map(show), ...(more && { next: writePlaces(ended) }) };
    return answerWithout(found.missing, page);
  };
}

function areKeys(places: Places, key: z.ZodString | z.ZodUUID): boolean {
  return [...places.values()].every((place) => key.safeParse(place).success);
}
