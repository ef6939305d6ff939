import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ALLOWED, VIOLATIONS } from './cases.ts';
import { cruise, type Cruise } from './cruise.ts';
import { plantTree } from './planted-tree.ts';

describe('import rules', () => {
  let tree: string;
  let planted: Cruise;

  beforeAll(async () => {
    tree = await plantTree([...VIOLATIONS, ...ALLOWED]);
    planted = cruise(tree);
  });

  afterAll(() => rm(tree, { recursive: true }));

  it.each(VIOLATIONS)('$file may not import $imports', ({ file, imports, breaks }) => {
    expect(planted.broken(file, imports)?.toSorted()).toEqual(breaks.toSorted());
  });

  it.each(ALLOWED)('$file may import $imports', ({ file, imports }) => {
    expect(planted.broken(file, imports)).toEqual([]);
  });

  it('each refuse at least one case', () => {
    const shown = new Set(VIOLATIONS.flatMap((violation) => violation.breaks));
    expect([...shown].toSorted()).toEqual(planted.rules.toSorted());
  });
});
