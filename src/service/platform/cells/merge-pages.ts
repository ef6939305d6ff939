import { z } from 'zod';

export type Compare<Item> = (one: Item, other: Item) => number;

type Compared = string | number | bigint | boolean | Date | null;

/**
 * Sorts ascending, by the first of these members that differs. Text is compared by character code, like the "C"
 * collation.
 */
export function ascending<Item>(...members: ((item: Item) => Compared)[]): Compare<Item> {
  return (one, other) => {
    for (const member of members) {
      const [left, right] = [member(one), member(other)].map(ordered);
      if (left === right || left === undefined || right === undefined) continue;
      return left < right ? -1 : 1;
    }
    return 0;
  };
}

export function descending<Item>(...members: ((item: Item) => Compared)[]): Compare<Item> {
  const compare = ascending(...members);
  return (one, other) => compare(other, one);
}

function ordered(value: Compared): string | number | bigint | boolean {
  return value instanceof Date ? value.getTime() : (value ?? '');
}

/** The items that one cell has of a list, in the list's order. */
export interface CellPart<Item> {
  cell: number;
  items: readonly Item[];
}

export interface MergedPage<Item> {
  items: Item[];
  /** For each cell, the last of its items on the page. */
  last: ReadonlyMap<number, Item>;
  /** Whether more items follow. */
  more: boolean;
}

/**
 * Merges the first items of all cells; each cell has its items in the same order.
 *
 * @param join combines two items that compare as equal, from different cells; without it both are shown
 */
export function mergePages<Item>(
  parts: readonly CellPart<Item>[],
  { compare, most, join }: { compare: Compare<Item>; most: number; join?: Join<Item> | undefined },
): MergedPage<Item> {
  const items: Item[] = [];
  const last = new Map<number, Item>();
  const waiting = parts.map(({ cell, items: found }) => ({ cell, found, taken: 0 }));
  for (;;) {
    const from = firstOf(waiting, compare);
    const next = from?.found[from.taken];
    if (from === undefined || next === undefined) return { items, last, more: false };
    const shown = items.at(-1);
    if (join !== undefined && shown !== undefined && compare(shown, next) === 0) {
      items[items.length - 1] = join(shown, next);
    } else if (items.length === most) return { items, last, more: true };
    else items.push(next);
    last.set(from.cell, next);
    from.taken += 1;
  }
}

export type Join<Item> = (one: Item, other: Item) => Item;

interface Waiting<Item> {
  cell: number;
  found: readonly Item[];
  taken: number;
}

/** Returns the cell with the first next item; of equal items, the cell with the lowest number. */
function firstOf<Item>(
  waiting: readonly Waiting<Item>[],
  compare: Compare<Item>,
): Waiting<Item> | undefined {
  let first: { of: Waiting<Item>; item: Item } | undefined;
  for (const of of waiting) {
    const item = of.found[of.taken];
    if (item === undefined) continue;
    if (first === undefined || compare(item, first.item) < 0) first = { of, item };
  }
  return first?.of;
}

/** Where a page ends, for each cell that it shows items of; opaque to clients. */
export type CellCursors = ReadonlyMap<number, string>;

const cellCursors = z.record(z.string().regex(/^\d{1,3}$/), z.string());

export function encodeCursors(ended: CellCursors): string {
  return Buffer.from(JSON.stringify(Object.fromEntries(ended))).toString('base64url');
}

/** @returns undefined if `encodeCursors` did not write the text */
export function decodeCursors(text: string): CellCursors | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const read = cellCursors.safeParse(json).data;
    return read && new Map(Object.entries(read).map(([cell, place]) => [Number(cell), place]));
  } catch {
    return undefined;
  }
}
