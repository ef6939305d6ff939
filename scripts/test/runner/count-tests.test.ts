import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PROJECT } from '../../../tests/support/documents.ts';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { countTests, NO_END, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS } from './count-tests.ts';
import { OUTCOMES_FILE } from './outcomes.ts';

const BOUND = { keepOutput: true, timeoutMs: PATIENCE_MS };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a project that contains only these files. @returns its folder */
function plant(name: string, files: Record<string, string>): string {
  const root = join(folder, name);
  mkdirSync(root);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(root, file), content);
  return root;
}

const inFolder = (root: string, place: string) => relative(process.cwd(), join(root, place));

describe('the outcomes of Vitest', () => {
  const outcomesOf = (root: string) =>
    countTests({
      command: ['vitest', 'run', `--root=${root}`, '--pool=forks', ...VITEST_REPORTERS],
      ...BOUND,
    });

  it('include every test, and the errors outside of tests', { timeout: PATIENCE_MS }, async () => {
    const root = plant('vitest', {
      'some.test.ts': `import { expect, it } from 'vitest';
        it('passes', () => undefined);
        it.skip('is left out', () => undefined);
        it('fails', () => { expect(1).toBe(2); });`,
      'broken.test.ts': `throw new Error('not to be loaded');`,
      'hook.test.ts': `import { beforeAll, it } from 'vitest';
        beforeAll(() => { throw new Error('not to be had'); });
        it('is not come to', () => undefined);`,
    });
    const outcomes = await outcomesOf(root);
    const told = outcomes.map(({ outcome, at, title, why }) => [outcome, at, title, why]);
    expect(told.toSorted()).toEqual([
      ['failed', inFolder(root, 'broken.test.ts:1'), 'the file', 'not to be loaded'],
      ['failed', inFolder(root, 'hook.test.ts:2'), 'the file', 'not to be had'],
      ['failed', inFolder(root, 'some.test.ts:4'), 'fails', expect.stringMatching(/^expected 1/)],
      ['passed', inFolder(root, 'some.test.ts'), 'passes', undefined],
      ['skipped', inFolder(root, 'hook.test.ts'), 'is not come to', undefined],
      ['skipped', inFolder(root, 'some.test.ts'), 'is left out', undefined],
    ]);
  });

  it('include a failure for a worker that crashed', { timeout: PATIENCE_MS }, async () => {
    const root = plant('crash', {
      'some.test.ts': `import { it } from 'vitest';
        it('crashes', () => { process.kill(process.pid, 'SIGKILL'); });`,
    });
    expect(await outcomesOf(root)).toMatchObject([{ outcome: 'failed' }]);
  });
});

it('the outcomes of Playwright include every test', { timeout: PATIENCE_MS }, async () => {
  const root = plant('playwright', {
    'some.spec.ts': `import { expect, test } from '@playwright/test';
      test('passes', () => undefined);
      test.skip('is left out', () => undefined);
      test('fails', () => { expect(1).toBe(2); });`,
  });
  // A separate folder: Playwright empties it, and the project's test-results has the stages' logs.
  const options = [`--config=${root}`, `--output=${join(root, 'results')}`, '--workers=1'];
  const command = ['playwright', 'test', ...options, PLAYWRIGHT_REPORTERS] as const;
  expect(await countTests({ command, ...BOUND })).toMatchObject([
    { outcome: 'passed', title: 'passes' },
    { outcome: 'skipped', title: 'is left out' },
    { outcome: 'failed', title: 'fails', at: inFolder(root, 'some.spec.ts:4') },
  ]);
});

describe('a runner', () => {
  const run = (script: string, timeoutMs = PATIENCE_MS) =>
    countTests({ ...BOUND, command: ['sh', '-c', script], timeoutMs });
  const passed = { outcome: 'passed', title: 'some' };
  const records = `echo '${JSON.stringify(passed)}' >> "$${OUTCOMES_FILE}"`;

  it('that is killed counts the tests that it reached, and one failure for the rest', async () => {
    const outcomes = await run(`${records}; kill -9 $$`);
    expect(outcomes).toEqual([passed, { outcome: 'failed', title: NO_END, why: '' }]);
  });

  it('that fails without a failed test counts as one failure, with the last that it printed', async () => {
    expect(await run(`${records}; echo broken; exit 3`)).toEqual([
      passed,
      { outcome: 'failed', title: 'the runner ended with 3', why: 'broken' },
    ]);
  });

  it('is stopped if it takes too long, and counts as one failure', async () => {
    const why = 'sh took longer than 0.001 s, and was stopped';
    expect(await run('sleep 600', 1)).toEqual([{ outcome: 'failed', title: NO_END, why }]);
  });
});
