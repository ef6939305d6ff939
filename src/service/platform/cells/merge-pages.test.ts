import { describe, expect, it } from 'vitest';
import { ascending, descending, mergePages, decodeCursors, encodeCursors } from './merge-pages.ts';

interface Item {
  at: number;
  id: string;
}

function item(at: number, id: string): Item {
  return { at, id };
}

const CELLS: readonly (readonly Item[])[] = [
  [item(9, 'a'), item(7, 'b'), item(3, 'c'), item(1, 'd')],
  [],
  [item(8, 'e'), item(7, 'f'), item(2, 'g')],
];
const latestFirst = descending<Item>(
  ({ at }) => at,
  ({ id }) => id,
);

/** A cell's answer: the items after the end of the last page, one more than a page shows. */
function part(cell: number, most: number, after: string | undefined) {
  const all = CELLS[cell] ?? [];
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { cell, items: all.slice(from, from + most + 1) };
}

describe('mergePages', () => {
  it.each([1, 2, 3, 100])('shows each item once and in order, %i on a page', (most) => {
    const pages: string[][] = [];
    let ended = new Map<number, string>();
    for (let more = true; more;) {
      const parts = CELLS.map((_, cell) => part(cell, most, ended.get(cell)));
      const page = mergePages(parts, { compare: latestFirst, most });
      pages.push(page.items.map(({ id }) => id));
      for (const [cell, last] of page.last) ended.set(cell, last.id);
      ended = new Map(decodeCursors(encodeCursors(ended)));
      ({ more } = page);
    }
    expect(pages.flat().join('')).toBe('aefbcgd');
    expect(pages.slice(0, -1).every((page) => page.length === most)).toBe(true);
  });

  it('joins an item that several cells have, and advances in each of them', () => {
    const parts = [0, 1, 2].map((cell) => ({ cell, items: ['x', 'y'].map((id) => item(1, id)) }));
    const byId = ascending<Item>(({ id }) => id);
    const join = (one: Item, other: Item) => item(one.at + other.at, one.id);
    const { items, last, more } = mergePages(parts, { compare: byId, most: 1, join });
    expect(items).toEqual([item(3, 'x')]);
    expect([...last.keys()]).toEqual([0, 1, 2]);
    expect(more).toBe(true);
  });
});

it('ascending compares members in turn, and dates by time', () => {
  const compare = ascending<{ when: Date | null; n: bigint }>(
    ({ when }) => when,
    ({ n }) => n,
  );
  const now = { when: new Date(5), n: 10n };
  expect(compare(now, { when: new Date(5), n: 9n })).toBe(1);
  expect(compare(now, { when: new Date(6), n: 1n })).toBe(-1);
  expect(compare(now, { ...now })).toBe(0);
});

it.each(['', 'no-place', 'e30x', Buffer.from('[1]').toString('base64url')])(
  'decodeCursors returns undefined for %j',
  (text) => {
    expect(decodeCursors(text)).toBeUndefined();
  },
);
