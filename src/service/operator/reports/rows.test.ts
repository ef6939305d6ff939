import { expect, it } from 'vitest';
import { inPages } from './rows.ts';

it('inPages splits rows that were read at once into pages, in order', async () => {
  const days = Array.from({ length: 1_234 }, (_, index) => index);
  const pages = inPages(
    () => Promise.resolve(days),
    (day) => [String(day)],
  );
  const read: (readonly (string | null)[])[][] = [];
  for await (const page of pages) read.push(page);
  expect(read.flat(2)).toEqual(days.map(String));
  expect(read.map(({ length }) => length)).toEqual([500, 500, 234]);
});
