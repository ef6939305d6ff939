import { describe, expect, it } from 'vitest';
import { checkModel, MODELS, readSearch, SEARCH_TIMEOUT_MS } from './check-model.ts';
import { findSpin } from './find-spin.ts';
import { listPlanted } from './planted.ts';

describe('what Spin prints of a search', () => {
  it('is read as states, depth and no violation', () => {
    const output = 'State-vector 52 byte, depth reached 45, errors: 0\n     3575 states, stored\n';
    expect(readSearch(output)).toEqual({ states: 3_575, depth: 45, violation: undefined });
  });

  it('is read as the violation that ended it', () => {
    const output = `pan:1: assertion violated (events==1) (at depth 26)
Warning: Search not completed
State-vector 52 byte, depth reached 28, errors: 1
       20 states, stored`;
    expect(readSearch(output).violation).toBe('assertion violated (events==1)');
  });

  it.each([
    'Warning: Search not completed\ndepth reached 45\n 3 states, stored',
    'error: max search depth too small\ndepth reached 45\n 3 states, stored',
    'pan: out of memory',
  ])('is refused if the search did not visit every state: %j', (output) => {
    expect(() => readSearch(output)).toThrow('Spin did not visit every state');
  });
});

const PLANTED = await listPlanted();

describe.runIf(findSpin() !== undefined)(
  'Spin',
  { tags: ['apart'], timeout: SEARCH_TIMEOUT_MS },
  () => {
    it.each(MODELS)('finds that every property of the model holds: $name', async (model) => {
      expect((await checkModel(model)).violation).toBeUndefined();
    });

    it.each(PLANTED)('finds a model that $sentence', async ({ model, patch }) => {
      expect((await checkModel(model, patch)).violation).toBeDefined();
    });
  },
);
