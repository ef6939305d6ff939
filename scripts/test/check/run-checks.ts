import { appendFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { CHECKED_COMPONENTS, CHECKS, GENERATE_TYPES, type Check } from './checks.ts';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly tookMs: number;
  readonly output: string;
}

interface Options {
  /** The checks to run; all if undefined. */
  readonly names?: readonly string[];
  /** The file to which all output is appended. */
  readonly log?: string | undefined;
  readonly onResult: (result: CheckResult) => void;
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

/** Runs the checks, two at a time, and reports each when it ends. */
export async function runChecks({ names, log, onResult }: Options): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const chosen = CHECKS.filter(({ name }) => names?.includes(name) ?? true);
  const run = async (check: Check) => {
    const result = await runCheck(check);
    results.push(result);
    if (log !== undefined) appendFileSync(log, `── ${result.name}\n${result.output}\n`);
    onResult(result);
  };
  rmSync(CHECKED_COMPONENTS, { recursive: true, force: true });
  await run(GENERATE_TYPES);
  const waiting = [...chosen];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await run(check);
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
  return {
    name,
    passed: code === 0,
    tookMs: performance.now() - startedAtMs,
    output: output.trim(),
  };
}
