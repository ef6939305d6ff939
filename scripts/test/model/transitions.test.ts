import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MODEL_FOLDER } from './check-model.ts';
import { transitionsInPromela } from './transitions.ts';

it('The models move orders by the same tables of transitions as the service', async () => {
  const written = await readFile(join(MODEL_FOLDER, 'transitions.pml'), 'utf8');
  expect(written, 'run: npm run generate -- model').toBe(transitionsInPromela());
});
