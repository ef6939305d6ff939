import { appendFileSync, closeSync, existsSync, openSync, readSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { add, NOTHING, type Tally, type TestOutcome } from '../tally.ts';

/** The variable that tells a runner's reporter which file to record outcomes in. */
export const OUTCOMES_FILE = 'TEST_OUTCOMES_FILE';

/** A runner's progress. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly of: 'files' | 'tests' | 'checks';
}

/** One line of the file. */
type Entry = TestOutcome | Omit<Progress, 'done'> | Pick<Progress, 'done'>;

/** How much of a message to keep. The rest is in the stage's log. */
const HEAD_LINES = 3;
const LINE_LENGTH = 200;

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

export function inProject(file: string): string {
  return relative(process.cwd(), file);
}

/** Appends an entry to the file at once, so that it is known however the runner ends. */
export function record(entry: Entry): void {
  const file = process.env[OUTCOMES_FILE];
  if (file === undefined) throw new Error(`${OUTCOMES_FILE} says where outcomes are recorded`);
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Reads what a runner has recorded, and what it adds later. */
export class OutcomeReader {
  tally: Tally = NOTHING;
  progress: Progress = { done: 0, total: 0, of: 'tests' };
  readonly #file: string;
  #descriptor: number | undefined;
  #rest = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the new entries. A runner that never reached a test has left no file. */
  read(): this {
    if (this.#descriptor === undefined && !existsSync(this.#file)) return this;
    this.#descriptor ??= openSync(this.#file, 'r');
    const chunk = Buffer.alloc(65_536);
    for (let size = -1; size !== 0;) {
      size = readSync(this.#descriptor, chunk);
      const lines = (this.#rest + chunk.toString('utf8', 0, size)).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#take(JSON.parse(line) as Entry);
    }
    return this;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  #take(entry: Entry): void {
    if ('outcome' in entry) this.tally = add(this.tally, entry);
    else this.progress = { ...this.progress, ...entry };
  }
}
