import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { CHECKED_COMPONENTS, CHECKS, GENERATE_TYPES, type Check } from './checks.ts';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly tookMs: number;
}

const AT_ONCE = Math.min(2, availableParallelism());
/**
 * Whether to use caches. CI does not: a lint rule that reads types also reads other files, so a change elsewhere can
 * make a cached result wrong.
 */
const IS_CACHED = process.env['CI'] !== 'true';

/**
 * Settings for the type checkers, which are written in Go. By default its garbage collector takes over a fifth of
 * their time, and the threads of one check infer the same types separately while another check waits for a processor.
 */
const GO_SETTINGS = { GOGC: '400', GOMAXPROCS: '1' };

/**
 * Runs the checks, two at a time, and prints the result of each when it ends.
 *
 * @param names those to run; all by default
 */
export async function runChecks(names?: readonly string[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  rmSync(CHECKED_COMPONENTS, { recursive: true, force: true });
  results.push(await runCheck(GENERATE_TYPES));
  const waiting = CHECKS.filter(({ name }) => names?.includes(name) ?? true);
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await runCheck(check));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function runCheck({ name, command, cached = [] }: Check): Promise<CheckResult> {
  const startedAtMs = performance.now();
  const { code, output } = await runProgram({
    command: IS_CACHED ? [...command, ...cached] : command,
    env: GO_SETTINGS,
    keepOutput: true,
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  const passed = code === 0;
  const tookMs = performance.now() - startedAtMs;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name} (${(tookMs / 1000).toFixed(1)} s)`);
  if (!passed) console.log(`${output.trim()}\n`);
  return { name, passed, tookMs };
}
