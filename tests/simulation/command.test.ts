import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../scripts/run-program.ts';
import { applyPatch, copyProgram } from '../../scripts/test/simulate/planted.ts';

const PROGRAM = join(import.meta.dirname, '../../scripts/test/simulate.ts');
const TIMEOUT_MS = 300_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'));
});

afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]) {
  return runProgram({
    command: [process.execPath, PROGRAM, ...args],
    keepOutput: true,
    timeoutMs: TIMEOUT_MS,
  });
}

const FIGURES = /^(payins|payouts|refunds|disputes|webhooks|crashes|lost|doubled|late) \d+$/;

it('A simulation prints one figure a line, exits with 0 without findings, and is replayed by its file', async () => {
  const file = join(folder, 'simulation-3.json');
  await writeFile(file, JSON.stringify({ seed: 3, steps: 20, engine: 'pglite', without: [] }));
  const { code, output } = await run('--seed', '3', '--steps', '20');
  const lines = output.trim().split('\n');
  expect(code).toBe(0);
  expect(lines.filter((line) => FIGURES.test(line))).toHaveLength(9);
  expect(lines.slice(-2)).toEqual(['findings 0', expect.stringMatching(/^hash [0-9a-f]{64}$/)]);
  expect(await run('--replay', file)).toEqual({ code, output });
});

it('A finding exits with 1, and is written to a file that finds it again', async () => {
  const program = await copyProgram();
  try {
    const patch = join(import.meta.dirname, 'planted/webhook-of-first-part.patch');
    expect(await applyPatch(patch, program)).toBeUndefined();
    const command = [process.execPath, join(program, 'scripts/test/simulate.ts')] as const;
    const simulated = (...args: string[]) =>
      runProgram({
        command: ['env', '-C', folder, ...command, ...args],
        keepOutput: true,
        timeoutMs: TIMEOUT_MS,
      });
    const steps = ['--steps', '60'];
    const { output } = await simulated('--seeds', '60', ...steps);
    const seed = /^seed (\d+), /m.exec(output)?.[1] ?? 'none';
    for (const args of [
      ['--seed', seed, ...steps],
      ['--replay', `simulation-${seed}.json`],
    ]) {
      const found = await simulated(...args);
      expect(found.code).toBe(1);
      expect(found.output).toMatch(/^findings [1-9]/m);
    }
  } finally {
    await rm(program, { recursive: true });
  }
});

it('Fractions of a minute run on all processors', async () => {
  const { code, output } = await run('--minutes', '0.001', '--steps', '5');
  expect(code).toBe(0);
  expect(output).toContain('\nfindings 0\n');
});

it.each([
  ['two things to do', ['--seed', '1', '--minutes', '1']],
  ['a seed that is no number', ['--seed', 'x']],
  ['a file that is missing', ['--replay', 'missing.json']],
])('Wrong use exits with 2: %s', async (_, args) => {
  expect((await run(...args)).code).toBe(2);
});
