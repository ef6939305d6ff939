import { describe, expect, it } from 'vitest';

import { failure, type Outcome } from './outcomes.ts';
import { runStage } from './run-stage.ts';
import type { Selection, Stage } from './stages.ts';

const WHOLE: Selection = { extent: 'test', paths: [] };
const passed: Outcome = { outcome: 'passed', title: 'passes' };

function run(stage: Partial<Stage>, { selection = WHOLE, endMs = Infinity } = {}) {
  return runStage(
    { name: 'planted', needs: [], run: () => Promise.resolve([passed]), ...stage },
    {
      selection,
      endMs,
      interruption: new AbortController().signal,
      resources: {
        env: {},
        missing: new Map([
          ['php', { reason: 'not installed', isFailure: false }],
          ['build', { reason: 'the build failed', isFailure: true }],
        ]),
        release: () => Promise.resolve(),
      },
    },
  );
}

describe('a stage', () => {
  it('fails if no test ran, unless some were named', async () => {
    const empty = { run: () => Promise.resolve([]) };
    expect(await run(empty)).toMatchObject({ outcomes: [failure('no test ran')] });
    const selection = { ...WHOLE, title: 'of another stage' };
    expect(await run(empty, { selection })).toMatchObject({ outcomes: [] });
  });

  it('fails if it cannot run because of something that every machine has', async () => {
    const { outcomes, notRun } = await run({ needs: ['build'] });
    expect(outcomes).toEqual([failure('the build failed')]);
    expect(notRun).toBe('the build failed');
  });

  it('is left out without a program that few machines have, and says so if only some of its tests use it', async () => {
    expect(await run({ needs: ['php'] })).toMatchObject({ outcomes: [], notRun: 'not installed' });
    expect(await run({ uses: ['php'] })).toMatchObject({
      outcomes: [passed],
      without: ['php: not installed'],
    });
  });

  it('fails if its runner cannot be started', async () => {
    const { outcomes } = await run({ run: () => Promise.reject(new Error('no runner')) });
    expect(outcomes).toEqual([failure('Error: no runner')]);
  });

  it('is not reached after the end of the time, which is no failure', async () => {
    expect(await run({}, { endMs: 0 })).toMatchObject({
      outcomes: [],
      notRun: 'not reached in the time of the run',
    });
  });
});
