import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import { NOTHING, type Tally } from '../tally.ts';

export type Outcome = keyof Tally;

/** Names the file of a runner's outcomes to the reporter that it loads. */
export const OUTCOMES_FILE = 'TEST_OUTCOMES_FILE';

/** Records a test's outcome at once: whatever ends the runner later, this one is known. */
export function recordOutcome(outcome: Outcome): void {
  const file = process.env[OUTCOMES_FILE];
  if (file === undefined) throw new Error(`${OUTCOMES_FILE} says where outcomes are recorded`);
  appendFileSync(file, `${outcome}\n`);
}

/** A runner that never came to a test has left no file. */
export function readOutcomes(file: string): Tally {
  if (!existsSync(file)) return NOTHING;
  const lines = readFileSync(file, 'utf8').split('\n');
  const count = (outcome: Outcome) => lines.filter((line) => line === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}
