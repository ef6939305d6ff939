import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

import { CHECKS, GENERATE_TYPES, type Check } from './checks.ts';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
}

/** Runs every check, as many at once as there are processors, and shows each when it is through. */
export async function runChecks(): Promise<CheckResult[]> {
  const generated = await runCheck(GENERATE_TYPES);
  const waiting = [...CHECKS];
  const results = [generated];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await runCheck(check));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return results;
}

async function runCheck(check: Check): Promise<CheckResult> {
  const startedAtMs = performance.now();
  const { passed, output } = await run(check);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${check.name} (${seconds} s)`);
  if (!passed) console.log(`${output.trim()}\n`);
  return { name: check.name, passed };
}

/** Output is kept back until the end: that of two checks at once could not be read. */
function run({ command: [program, ...args] }: Check): Promise<{ passed: boolean; output: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: false, output: error.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output: chunks.join('') }));
  });
}
