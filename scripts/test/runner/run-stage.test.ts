import { expect, it } from 'vitest';

import { failure } from './outcomes.ts';
import { runStage } from './run-stage.ts';

it.each([
  ['fails if it needs what every machine has', new Error('the build failed'), ['the build failed']],
  ['is left out if it needs what few machines have', 'not installed', []],
])('a stage %s', async (_, lack, failures) => {
  const stage = { name: 'planted', needs: ['build'] } as const;
  const missing = new Map([['build', lack]] as const);
  const result = await runStage(stage, { extent: 'test', paths: [] }, { env: {}, missing });
  expect(result.outcomes).toEqual(failures.map((reason) => failure(reason)));
});
