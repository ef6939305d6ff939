import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { PROJECT } from '../../../tests/support/documents.ts';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { readReport } from './outcomes.ts';
import { runnerOf, STAGES } from './stages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a stage on a project that contains only these files, and reads its report. */
async function run(name: string, files: Record<string, string>) {
  const root = join(folder, name);
  mkdirSync(join(root, 'tests/e2e'), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(root, file), content);
  const report = join(root, 'report.json');
  const stage = STAGES.find((each) => each.name === name);
  if (stage === undefined) throw new Error(`There is no stage ${name}`);
  const runner = runnerOf(stage, { extent: 'all', paths: [] }, {}, report);
  const [program, ...args] = runner.command;
  const options = name === 'browser' ? [`--config=${root}`] : [`--root=${root}`];
  const { code } = await runProgram({
    ...runner,
    command: [program, ...args, ...options],
    keepOutput: true,
    timeoutMs: PATIENCE_MS,
  });
  const outcomes = readReport(report).map(({ outcome, at = '', title }) => [
    outcome,
    at.replace(`${relative(process.cwd(), root)}/`, ''),
    title,
  ]);
  return { code, outcomes: outcomes.toSorted() };
}

const CONFIG = `export default { test: { projects: [{ test: { name: 'unit' } }] } };`;

it('Vitest reports every test, and the failures outside of tests', async () => {
  const { code, outcomes } = await run('unit', {
    'vitest.config.ts': CONFIG,
    'some.test.ts': `import { expect, it } from 'vitest';
      it('passes', () => undefined);
      it.skip('is left out', () => undefined);
      it('fails', () => { expect(1).toBe(2); });`,
    'broken.test.ts': `throw new Error('not to be loaded');`,
    'crash.test.ts': `import { it } from 'vitest';
      it('crashes', () => { process.kill(process.pid, 'SIGKILL'); });`,
    'hook.test.ts': `import { beforeAll, it } from 'vitest';
      beforeAll(() => { throw new Error('not to be had'); });
      it('is not reached', () => undefined);`,
  });
  expect(code).toBe(1);
  expect(outcomes).toEqual([
    ['failed', 'broken.test.ts', 'outside of tests: not to be loaded'],
    ['failed', 'crash.test.ts', expect.stringContaining('outside of tests')],
    ['failed', 'hook.test.ts', 'outside of tests: not to be had'],
    ['failed', 'some.test.ts:4', 'fails'],
    ['passed', 'some.test.ts', 'passes'],
    ['skipped', 'crash.test.ts', 'crashes'],
    ['skipped', 'hook.test.ts', 'is not reached'],
    ['skipped', 'some.test.ts', 'is left out'],
  ]);
});

it('Playwright reports every test', async () => {
  const { code, outcomes } = await run('browser', {
    'playwright.config.ts': `export default { testDir: 'tests/e2e', workers: 1 };`,
    'tests/e2e/some.spec.ts': `import { expect, test } from '@playwright/test';
      test('passes', () => undefined);
      test.skip('is left out', () => undefined);
      test.describe('a page', () => {
        test('fails', () => { expect(1).toBe(2); });
      });`,
  });
  expect(code).toBe(1);
  expect(outcomes).toEqual([
    ['failed', 'tests/e2e/some.spec.ts:5', 'a page › fails'],
    ['passed', 'tests/e2e/some.spec.ts:2', 'passes'],
    ['skipped', 'tests/e2e/some.spec.ts:3', 'is left out'],
  ]);
});
