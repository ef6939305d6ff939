import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { PROJECT } from '../../tests/support/documents.ts';
import { runProgram } from '../run-program.ts';
import { OUTCOMES_FILE } from './outcomes/outcomes.ts';
import { countTests, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS } from './test-runner.ts';

const TIMEOUT_MS = PATIENCE_MS;

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

/** Returns a place in a file as a runner records it. */
function inFolder(root: string, place: string) {
  return relative(process.cwd(), join(root, place));
}

/** Returns a test that kills its runner once the runner has recorded `count` tests with an outcome. */
function killsItsRunner(outcome: 'passed' | 'skipped', count: number) {
  return `
  const { readFileSync, existsSync } = await import('node:fs');
  const recorded = () => existsSync(process.env.${OUTCOMES_FILE})
    ? readFileSync(process.env.${OUTCOMES_FILE}, 'utf8').split('"${outcome}"').length - 1 : 0;
  while (recorded() < ${count}) await new Promise((resolve) => setTimeout(resolve, 50));
  process.kill(process.ppid, 'SIGKILL');
  await new Promise(() => undefined);`;
}

const VITEST_FILE = `
  import { describe, expect, it } from 'vitest';
  it('passes', () => undefined);
  it('passes too', () => undefined);
  it.skip('is left out', () => undefined);
  it.todo('is to be written');`;

describe('the outcomes of Vitest', () => {
  const count = (root: string) =>
    countTests({
      command: ['vitest', 'run', `--root=${root}`, '--pool=forks', ...VITEST_REPORTERS],
      keepOutput: true,
      timeoutMs: TIMEOUT_MS,
    });

  it(
    'include every test, and the errors outside of tests',
    async () => {
      const root = plant('vitest-whole', {
        'some.test.ts': `${VITEST_FILE} it('fails', () => { expect(1).toBe(2); });`,
        'broken.test.ts': `throw new Error('not to be loaded');`,
        'hook.test.ts': `
        import { beforeAll, it } from 'vitest';
        beforeAll(() => { throw new Error('not to be had'); });
        it('is not come to', () => undefined);`,
      });
      const { failures, ...counted } = await count(root);
      expect(counted).toMatchObject({ passed: 2, failed: 3, skipped: 3 });
      expect(failures.map(({ at, title, why }) => [at, title, why]).toSorted()).toEqual([
        [inFolder(root, 'broken.test.ts:1'), 'the file', 'not to be loaded'],
        [inFolder(root, 'hook.test.ts:3'), 'the file', 'not to be had'],
        [inFolder(root, 'some.test.ts:6'), 'fails', expect.stringMatching(/^expected 1 to be 2/)],
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'are kept when it is killed',
    async () => {
      const root = plant('vitest-killed', {
        'some.test.ts': `${VITEST_FILE} it('kills', async () => {${killsItsRunner('passed', 2)}}, ${TIMEOUT_MS});`,
      });
      const { passed, failed } = await count(root);
      expect({ passed, failed }).toEqual({ passed: 2, failed: 1 });
    },
    TIMEOUT_MS,
  );
});

describe('the outcomes of Playwright', () => {
  const count = (root: string) =>
    countTests({
      // A separate folder: Playwright empties it, and the project's test-results has the stages' logs.
      command: [
        'playwright',
        'test',
        `--config=${root}`,
        `--output=${join(root, 'results')}`,
        '--workers=1',
        PLAYWRIGHT_REPORTERS,
      ],
      keepOutput: true,
      timeoutMs: TIMEOUT_MS,
    });
  const file = (last: string) => `
    import { expect, test } from '@playwright/test';
    test('passes', () => undefined);
    test.skip('is left out', () => undefined);
    ${last}`;

  it(
    'include every test',
    async () => {
      const root = plant('playwright-whole', {
        'some.spec.ts': file(`test('fails', () => { expect(1).toBe(2); });`),
      });
      expect(await count(root)).toMatchObject({
        passed: 1,
        failed: 1,
        skipped: 1,
        failures: [
          {
            at: inFolder(root, 'some.spec.ts:5'),
            title: 'fails',
            why: expect.stringContaining('toBe') as string,
          },
        ],
      });
    },
    TIMEOUT_MS,
  );

  it(
    'are kept when it is killed',
    async () => {
      const root = plant('playwright-killed', {
        'some.spec.ts': file(`test('kills', async () => {${killsItsRunner('skipped', 1)}});`),
      });
      expect(await count(root)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    },
    TIMEOUT_MS,
  );
});

describe('a runner that does not finish', () => {
  const runs = (script: string, timeoutMs = TIMEOUT_MS) =>
    countTests({ command: ['sh', '-c', script], keepOutput: true, timeoutMs });

  it('counts the tests that it reached, and one failure for the rest', async () => {
    const lines = ['passed', 'passed', 'skipped', 'failed'].map((outcome) =>
      JSON.stringify({ outcome, title: 'some', at: 'some.test.ts', tookMs: 1 }),
    );
    const outcomes = `printf '%s\\n' '${lines.join("' '")}' >> "$${OUTCOMES_FILE}"`;
    expect(await runs(`${outcomes}; kill -9 $$`)).toMatchObject({
      passed: 2,
      failed: 2,
      skipped: 1,
    });
  });

  it('is stopped if it takes too long, and counts as one failure', async () => {
    expect(await runs('sleep 600', 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('reports that it took too long', async () => {
    const command = ['sleep', '600'] as const;
    const { code, output } = await runProgram({ command, keepOutput: true, timeoutMs: 1 });
    expect(code).toBeUndefined();
    expect(output).toBe('\nsleep took longer than 0.001 s, and was stopped');
  });
});
