/** Runs commands as they are typed: the operator's in this process, all others as separate processes. */
import { execFile } from 'node:child_process';
import { expect, vi } from 'vitest';
import { PROJECT } from '../../support/documents.ts';
import type { Ending as CommandEnding } from '../../../scripts/command-line.ts';
import { operate } from '../../../scripts/operator/operate.ts';
import { COMPILE_CACHE } from '../../support/process/program.ts';

interface Ending {
  code: unknown;
  output: string;
}

const HERE: Readonly<Record<string, (args: string[]) => Promise<CommandEnding>>> = {
  operator: operate,
  'ledger-check': (args) => operate(['ledger', 'check', ...args]),
};

export async function typed(line: string, env: Record<string, string>): Promise<Ending> {
  const [script = '', ...args] = line.split(' ');
  const here = HERE[script];
  if (here === undefined) return spawned(line, env);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const ending = await here(args);
    const code = ending.ok ? 0 : ending.exitCode;
    return withoutStack({ code, output: `${ending.text}\n` });
  } finally {
    vi.unstubAllEnvs();
  }
}

export async function spawned(line: string, env: Record<string, string>): Promise<Ending> {
  const [script, ...args] = line.split(' ');
  const shelf = script === 'conformance' ? 'test' : 'operator';
  const options = { cwd: PROJECT, env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env } };
  const ending = await new Promise<Ending>((resolve) => {
    execFile(
      'node',
      [`scripts/${shelf}/${script}.ts`, ...args],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
      },
    );
  });
  return withoutStack(ending);
}

function withoutStack(ending: Ending): Ending {
  expect(ending.output).not.toMatch(/^\s+at /m);
  return ending;
}
