import { availableParallelism } from 'node:os';

import { runProgram } from '../run-program.ts';
import { CHECKS, GENERATE_TYPES, type Check } from './checks.ts';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
}

const CHECK_TIMEOUT_MS = 300_000;
const AT_ONCE = Math.min(2, availableParallelism());
/**
 * A rule of the linter that reads types sees other files than the one that it judges, so a file that
 * was judged before may be wrong by now: what CI says, it has found out anew.
 */
const IS_CACHED = process.env['CI'] !== 'true';

/**
 * What reads types is written in Go, whose garbage collector takes a fifth of its time and more at the usual setting. Threads of one
 * check would work out the same types, each for itself, while another check waits for a processor.
 */
const GO_SETTINGS = { GOGC: '400', GOMAXPROCS: '1' };

/** Runs every check, two at a time, and shows each when it is through. */
export async function runChecks(): Promise<CheckResult[]> {
  const results = [await runCheck(GENERATE_TYPES)];
  const waiting = [...CHECKS];
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
    timeoutMs: CHECK_TIMEOUT_MS,
  });
  const passed = code === 0;
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
  if (!passed) console.log(`${output.trim()}\n`);
  return { name, passed };
}
