import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The outcome of one test. */
export interface Outcome {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly title: string;
  /** Its file, with the line if known. */
  readonly at?: string;
  readonly tookMs?: number;
  /** For a failure, the first lines of its message. */
  readonly why?: string;
}

/** The variable that tells a runner's reporter which file to record outcomes in. */
export const OUTCOMES_FILE = 'TEST_OUTCOMES_FILE';

const HEAD_LINES = 3;
const LINE_LENGTH = 200;

/** Appends an outcome to the file at once, so that it is known however the runner ends. */
export function record(outcome: Outcome): void {
  const file = process.env[OUTCOMES_FILE];
  if (file === undefined) throw new Error(`${OUTCOMES_FILE} says where outcomes are recorded`);
  appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}

/** Reads the outcomes that a runner has recorded so far. One that never reached a test has left no file. */
export function readOutcomes(file: string): Outcome[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as Outcome);
}

export function failure(title: string, why = ''): Outcome {
  return { outcome: 'failed', title, why };
}

export function failuresIn(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ outcome }) => outcome === 'failed');
}

/** Returns the run's last line, "12 passed, 0 failed". Its form is fixed, because programs read it. */
export function verdict(outcomes: readonly Outcome[]): string {
  return `${count(outcomes, 'passed')} passed, ${count(outcomes, 'failed')} failed`;
}

export function count(outcomes: readonly Outcome[], wanted: Outcome['outcome']): number {
  return outcomes.filter(({ outcome }) => outcome === wanted).length;
}

/** Returns the first lines of an error's message. */
export function headOf(message = ''): string {
  return linesOf(message).slice(0, HEAD_LINES).join('\n');
}

/** Returns the last lines of a program's output. */
export function lastLines(output: string): string {
  return linesOf(output).slice(-HEAD_LINES).join('\n');
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, LINE_LENGTH).trimEnd());
}

export function placeOf(file: string, line?: number): string {
  const path = relative(process.cwd(), file);
  return line === undefined ? path : `${path}:${line}`;
}
