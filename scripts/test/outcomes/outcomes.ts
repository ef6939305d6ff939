import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import { NOTHING, type Tally } from '../tally.ts';

export type Outcome = Exclude<keyof Tally, 'failures'>;

/** Names the file of a runner's outcomes to the reporter that it loads. */
export const OUTCOMES_FILE = 'TEST_OUTCOMES_FILE';

/**
 * Records a test's outcome at once: whatever ends the runner later, this one is known.
 * @param what of a failure: the test's name, and why
 */
export function recordOutcome(outcome: Outcome, what = ''): void {
  const file = process.env[OUTCOMES_FILE];
  if (file === undefined) throw new Error(`${OUTCOMES_FILE} says where outcomes are recorded`);
  const [line = ''] = stripVTControlCharacters(what).split('\n');
  appendFileSync(file, `${outcome}\t${line.replaceAll('\t', ' ').trim()}\n`);
}

/** A runner that never came to a test has left no file. */
export function readOutcomes(file: string): Tally {
  if (!existsSync(file)) return NOTHING;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const of = (outcome: Outcome) => lines.filter(([recorded]) => recorded === outcome);
  return {
    passed: of('passed').length,
    failed: of('failed').length,
    skipped: of('skipped').length,
    failures: of('failed').map(([, what = '']) => (what === '' ? 'a test without a name' : what)),
  };
}
