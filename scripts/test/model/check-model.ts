import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../run-program.ts';

export const MODEL_FOLDER = join(import.meta.dirname, '../../../model');

export interface Model {
  readonly name: string;
  /** The file in model/, without its ending. */
  readonly file: string;
  /** Sizes that differ from the file's own. */
  readonly defines: Readonly<Record<string, number>>;
  /** What is looked for: a violation in any state, or steps that can be repeated for ever. */
  readonly search: 'states' | 'cycles';
}

/** Together they cover what one alone could not in the memory of an ordinary machine. */
export const MODELS: readonly Model[] = [
  {
    name: 'payin, two tabs, one crash',
    file: 'payin',
    defines: { TABS: 2, WORKERS: 1, CRASHES: 1 },
    search: 'states',
  },
  {
    name: 'payin, one tab, two processes',
    file: 'payin',
    defines: { TABS: 1, WORKERS: 2, CRASHES: 0 },
    search: 'states',
  },
  { name: 'payout, one crash', file: 'payout', defines: { CRASHES: 1 }, search: 'states' },
  { name: 'refunds and a dispute', file: 'refund', defines: { CRASHES: 0 }, search: 'states' },
  { name: 'webhook, two crashes', file: 'webhook', defines: { CRASHES: 2 }, search: 'states' },
  // No model has a step that may be repeated for ever, so that any cycle is one in which something waits for ever.
  {
    name: 'payin, one tab, one crash, no cycle',
    file: 'payin',
    defines: { TABS: 1, WORKERS: 1, CRASHES: 1 },
    search: 'cycles',
  },
  {
    name: 'payout, one crash, no cycle',
    file: 'payout',
    defines: { CRASHES: 1 },
    search: 'cycles',
  },
  {
    name: 'webhook, two crashes, no cycle',
    file: 'webhook',
    defines: { CRASHES: 2 },
    search: 'cycles',
  },
];

export interface ModelResult {
  /** The states visited: all that can be reached, unless a property is violated. */
  states: number;
  /** The most steps from the beginning to a state. */
  depth: number;
  seconds: number;
  /** The first violation found, in Spin's words; undefined if every property holds. */
  violation: string | undefined;
}

/** Stops a search that would never end. */
export const SEARCH_TIMEOUT_MS = 3_600_000;
const MOST_STEPS = 1_000_000;
const MEMORY_MIB = 12_000;

/**
 * Visits every state of a model.
 *
 * @param patch a mistake to make first
 * @throws if the model is not understood, the patch does not apply, or the search ends before its time
 */
export async function checkModel(
  { file, defines, search }: Model,
  patch?: string,
): Promise<ModelResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-model-'));
  try {
    await cp(MODEL_FOLDER, folder, { recursive: true });
    if (patch !== undefined) await run(folder, ['git', 'apply', '-p2', patch]);
    const sizes = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    await run(folder, ['spin', '-a', ...sizes, `${file}.pml`]);
    // COLLAPSE keeps a state in a third of its bytes; SAFETY leaves out the search for cycles, which takes as long again.
    const kind = search === 'states' ? '-DSAFETY' : '-DNP';
    const options = ['-w', '-O2', kind, '-DCOLLAPSE', `-DMEMLIM=${MEMORY_MIB}`];
    await run(folder, ['gcc', ...options, '-o', 'pan', 'pan.c']);
    const startedMs = performance.now();
    const cycles = search === 'cycles' ? ['-l'] : [];
    const output = await run(folder, ['./pan', `-m${MOST_STEPS}`, '-w24', ...cycles]);
    const seconds = (performance.now() - startedMs) / 1_000;
    return { ...readSearch(output), seconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws if the search was not exhaustive, for want of memory or of steps */
export function readSearch(output: string): Omit<ModelResult, 'seconds'> {
  const violation = /^pan:1: (.*?)(?: \(at depth \d+\))?$/m.exec(output)?.[1];
  const states = /^\s*(\d+) states, stored/m.exec(output)?.[1];
  const depth = /depth reached (\d+)/.exec(output)?.[1];
  const isComplete = violation !== undefined || !output.includes('Search not completed');
  if (
    states === undefined ||
    depth === undefined ||
    !isComplete ||
    output.includes('max search depth too small')
  ) {
    throw new Error(`Spin did not visit every state:\n${output}`);
  }
  return { states: Number(states), depth: Number(depth), violation };
}

async function run(
  folder: string,
  [program, ...args]: readonly [program: string, ...args: string[]],
): Promise<string> {
  const { code, output } = await runProgram({
    command: ['env', '-C', folder, program, ...args],
    keepOutput: true,
    timeoutMs: SEARCH_TIMEOUT_MS,
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
  return output;
}
