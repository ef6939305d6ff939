import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PROJECT } from '../../tests/support/documents.ts';
import { runProgram } from '../run-program.ts';
import { OUTCOMES_FILE } from './outcomes/outcomes.ts';
import { countTests, PLAYWRIGHT_REPORTERS, VITEST_REPORTERS } from './test-runner.ts';

const TIMEOUT_MS = 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files of a project that has nothing but them. @returns its folder */
function plant(name: string, files: Record<string, string>): string {
  const root = join(folder, name);
  mkdirSync(root);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(root, file), content);
  return root;
}

/** A test that ends its runner the hard way, once it has recorded how many passed before. */
const killsItsRunner = (passed: number) => `
  const { readFileSync, existsSync } = await import('node:fs');
  const recorded = () => existsSync(process.env.${OUTCOMES_FILE})
    ? readFileSync(process.env.${OUTCOMES_FILE}, 'utf8').split('passed').length - 1 : 0;
  while (recorded() < ${passed}) await new Promise((resolve) => setTimeout(resolve, 50));
  process.kill(process.ppid, 'SIGKILL');
  await new Promise(() => undefined);`;

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
    'are those of every test, and of whatever goes wrong beside them',
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
      expect(counted).toEqual({ passed: 2, failed: 3, skipped: 3 });
      expect(failures.toSorted()).toEqual([
        'broken.test.ts: not to be loaded',
        'hook.test.ts: not to be had',
        expect.stringMatching(/^some\.test\.ts › fails: expected 1 to be 2/),
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'are kept when it is killed',
    async () => {
      const root = plant('vitest-killed', {
        'some.test.ts': `${VITEST_FILE} it('kills', async () => {${killsItsRunner(2)}}, ${TIMEOUT_MS});`,
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
      command: ['playwright', 'test', `--config=${root}`, '--workers=1', PLAYWRIGHT_REPORTERS],
      keepOutput: true,
      timeoutMs: TIMEOUT_MS,
    });
  const file = (last: string) => `
    import { expect, test } from '@playwright/test';
    test('passes', () => undefined);
    test.skip('is left out', () => undefined);
    ${last}`;

  it(
    'are those of every test',
    async () => {
      const root = plant('playwright-whole', {
        'some.spec.ts': file(`test('fails', () => { expect(1).toBe(2); });`),
      });
      expect(await count(root)).toEqual({
        passed: 1,
        failed: 1,
        skipped: 1,
        failures: [expect.stringMatching(/some\.spec\.ts › fails: .*toBe/)],
      });
    },
    TIMEOUT_MS,
  );

  it(
    'are kept when it is killed',
    async () => {
      const root = plant('playwright-killed', {
        'some.spec.ts': file(`test('kills', async () => {${killsItsRunner(1)}});`),
      });
      expect(await count(root)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    },
    TIMEOUT_MS,
  );
});

describe('a runner that takes too long', () => {
  const runs = (script: string) =>
    countTests({ command: ['sh', '-c', script], keepOutput: true, timeoutMs: 3_000 });

  it('is stopped, has counted what it came to, and fails once for the rest', async () => {
    const outcomes = `printf 'passed\\npassed\\nskipped\\nfailed\\n' >> "$${OUTCOMES_FILE}"`;
    expect(await runs(`${outcomes}; sleep 600`)).toMatchObject({
      passed: 2,
      failed: 2,
      skipped: 1,
    });
  });

  it('fails once where it came to nothing', async () => {
    expect(await runs('sleep 600')).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('says that it did', async () => {
    const { code, output } = await runProgram({
      command: ['sleep', '600'],
      keepOutput: true,
      timeoutMs: 1_000,
    });
    expect({ code, output }).toEqual({
      code: undefined,
      output: '\nsleep took longer than 1 s, and was stopped',
    });
  });
});
