import { randomUUID } from 'node:crypto';
import { UUID } from '#contract/patterns.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cellOf, idsOfCell, MOST_CELLS } from './cells.ts';

describe('an id of a cell', () => {
  it.each([0, 1, 16, MOST_CELLS - 1])('is a UUID of version 8 that names cell %i', (cell) => {
    const newId = idsOfCell(cell);
    const ids = Array.from({ length: 100 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(UUID);
      expect(z.uuid({ version: 'v8' }).safeParse(id).success).toBe(true);
      expect([cellOf(id), cellOf(id.toUpperCase())]).toEqual([cell, cell]);
    }
  });

  it('is random in all other bits', () => {
    const newId = idsOfCell(5);
    const seen = Array.from({ length: 500 }, () => newId().replaceAll('-', ''));
    const varied = Array.from({ length: 32 }, (_, at) => new Set(seen.map((id) => id[at])).size);
    // The version is one digit and the cell three; two bits of the next digit are the variant.
    expect(varied).toEqual([
      ...Array.from({ length: 12 }, () => 16),
      1,
      1,
      1,
      1,
      4,
      ...Array.from({ length: 15 }, () => 16),
    ]);
  });
});

it('cellOf returns 0 for a UUID of another version', () => {
  expect(cellOf(randomUUID())).toBe(0);
  expect(cellOf('00000000-0000-0000-0000-000000000000')).toBe(0);
});
