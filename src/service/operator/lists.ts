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
import { isRefused, type Refused } from './answer.ts';
import { answerWithout, gathered, type AskAll } from './cells/across.ts';
import type { OperatorCommand } from './command.ts';
import { invalid, judgeBoth } from './judge.ts';

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
  /** What the list's order is, where one is merged from those of several cells; absent where it is one merchant's. */
  order?: Compare<Item>;
  /** Makes one item of what several cells have alike. */
  join?: Join<Item>;
  /** What is answered of an item, where that is not the item itself. */
  show?: (item: Item) => object;
}

/**
 * A command that lists, a page at a time. Pages go by the key of the last item, so that nothing is missed or
 * shown twice when items are added meanwhile; `next` is there as long as there are more.
 */
export function lists<Shape extends z.ZodRawShape, Item extends object>(
  summary: string,
  shape: Shape,
  list: List<Shape, Item>,
): OperatorCommand {
  const { item, key, select, order } = list;
  const own = z.strictObject(shape);
  const paging = z.strictObject({ limit, after: key.optional() });
  const input = own.extend(paging.shape);
  return {
    summary,
    input,
    answer: z.object({ items: z.array(item), next: key.optional() }),
    changes: false,
    async run(given, context) {
      const judged = judgeBoth(own, paging, given);
      if (!judged.ok) return judged;
      const { after, limit: most } = judged.value.common;
      // One more than is shown says whether there are more.
      const page = { after, limit: Number(most) + 1 };
      const found = await select(judged.value.own, context, page);
      return isRefused(found) ? found : { ok: true, result: paged(found, Number(most), list) };
    },
    ...(order !== undefined && { runAcross: acrossCells(own, list, order) }),
  };
}

const NO_PLACE = '--after: must be the `next` of an answer';

/** A page of all cells' items together; its `next` says where it ends in each of them. */
function acrossCells<Shape extends z.ZodRawShape, Item extends object>(
  own: z.ZodObject<Shape>,
  { key, keyOf, select, join, show }: List<Shape, Item>,
  compare: Compare<Item>,
): NonNullable<OperatorCommand['runAcross']> {
  const paging = z.strictObject({ limit, after: z.string().optional() });
  return async (given, askAll: AskAll) => {
    const judged = judgeBoth(own, paging, given);
    if (!judged.ok) return judged;
    const { after, limit: text } = judged.value.common;
    const begun = after === undefined ? new Map<number, string>() : readPlaces(after);
    if (begun === undefined || !areKeys(begun, key)) return invalid([NO_PLACE]);
    const most = Number(text);
    const asked = await askAll((context, cell) =>
      select(judged.value.own, context, { after: begun.get(cell), limit: most + 1 }),
    );
    const found = gathered<readonly Item[]>(asked);
    if (isRefused(found)) return found;
    const parts = found.values.map(({ cell, value: items }) => ({ cell, items }));
    const { items, last, more } = mergePages(parts, { compare, most, join });
    const ended = new Map([...begun, ...[...last].map(([cell, at]) => [cell, keyOf(at)] as const)]);
    const page = { items: shownItems(items, show), ...(more && { next: writePlaces(ended) }) };
    return answerWithout(found.missing, page);
  };
}

function shownItems<Item>(
  items: readonly Item[],
  show: ((item: Item) => object) | undefined,
): readonly (Item | object)[] {
  return show === undefined ? items : items.map(show);
}

function areKeys(places: Places, key: z.ZodString | z.ZodUUID): boolean {
  return [...places.values()].every((place) => key.safeParse(place).success);
}

function paged<Shape extends z.ZodRawShape, Item>(
  found: readonly Item[],
  most: number,
  { keyOf, show }: List<Shape, Item>,
) {
  const items = found.slice(0, most);
  const last = items.at(-1);
  return {
    items: shownItems(items, show),
    ...(found.length > most && last !== undefined && { next: keyOf(last) }),
  };
}
