import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { STAGE_TIMEOUT_MS } from '../../tests/support/patience.ts';
import { runProgram } from '../run-program.ts';
import { CHECKS, GENERATE_TYPES, type Check } from './checks.ts';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly tookMs: number;
  readonly output: string;
}

interface Options {
  /** Some of the checks; all where it is left out. */
  readonly names?: readonly string[];
  /** A file that all output is added to. */
  readonly log?: string | undefined;
  readonly onResult: (
    result: CheckResult,
    progress: { readonly done: number; readonly total: number },
  ) => void;
}

const AT_ONCE = Math.min(2, availableParallelism());
/**
 * A rule of the linter that reads types sees other files than the one that it checks, so a file that
 * was checked before may be wrong by now: what CI says, it has found out anew.
 */
const IS_CACHED = process.env['CI'] !== 'true';

/**
 * What reads types is written in Go, whose garbage collector takes a fifth of its time and more at the usual setting. Threads of one
 * check would work out the same types, each for itself, while another check waits for a processor.
 */
const GO_SETTINGS = { GOGC: '400', GOMAXPROCS: '1' };

/** Runs the checks, two at a time, and tells of each when it is through. */
export async function runChecks({ names, log, onResult }: Options): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const chosen = CHECKS.filter(({ name }) => names?.includes(name) ?? true);
  const total = chosen.length + 1;
  const run = async (check: Check) => {
    const result = await runCheck(check);
    results.push(result);
    if (log !== undefined) appendFileSync(log, `── ${result.name}\n${result.output}\n`);
    onResult(result, { done: results.length, total });
  };
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
