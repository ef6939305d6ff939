/** The languages of the guides, and how to run examples in those that are installed. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickStart } from '../support/documents.ts';
import { freePort } from '../support/process/free-port.ts';
import { printedBy } from '../support/process/printed.ts';
import { until } from '../support/until.ts';

export interface Runtime {
  name: string;
  /** The language in the blocks' marks, and the suffix of its files. */
  language: string;
  /** Returns the program and its arguments for a script. */
  pay: (file: string) => [program: string, ...args: string[]];
  receive?: (file: string, port: number) => [program: string, ...args: string[]];
}

/** The programs found or installed by scripts/test. */
const PHP = process.env['PHP_PATH'] ?? 'php';
const PYTHON = process.env['PYTHON_PATH'] ?? 'python3';

const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Node',
    language: 'js',
    pay: (file) => [process.execPath, file],
    receive: (file) => [process.execPath, file],
  },
  {
    name: 'Python',
    language: 'python',
    pay: (file) => [PYTHON, file],
    receive: (file) => [PYTHON, file],
  },
  {
    name: 'PHP',
    language: 'php',
    pay: (file) => [PHP, file],
    receive: (file, port) => [PHP, '-S', `localhost:${port}`, file],
  },
  { name: 'curl', language: 'sh', pay: (file) => ['sh', file] },
];

/** The installed runtimes. */
export const PRESENT = RUNTIMES.filter(({ language, pay }) => {
  const programs = language === 'sh' ? ['curl', 'openssl'] : [pay('')[0]];
  return programs.every((program) => spawnSync(program, ['--version']).error === undefined);
});
/** The missing runtimes, which are reported as skipped by name. */
export const ABSENT = RUNTIMES.filter((runtime) => !PRESENT.includes(runtime));
export const RECEIVERS = PRESENT.flatMap(({ receive, ...runtime }) =>
  receive === undefined ? [] : [{ ...runtime, receive }],
);

const ENDINGS: Readonly<Record<string, string>> = { js: 'mjs', python: 'py' };

/** Returns the name of the file in which the guides save a block. */
export function fileOf(language: string, name: string): string {
  return `${name}.${ENDINGS[language] ?? language}`;
}

/** Writes a block of the quick start into a folder. @returns the file */
export function writeBlock(folder: string, language: string, name: string): string {
  const file = join(folder, fileOf(language, name));
  writeFileSync(file, quickStart(language, name));
  return file;
}

export interface QuickStartReceiver {
  port: number;
  url: string;
  /** Returns its output so far. */
  printed: () => string;
  stop: () => void;
}

/** Starts the quick start's receiver in a folder with a sandbox.json. */
export async function startQuickStartReceiver(
  { language, receive }: Required<Runtime>,
  folder: string,
): Promise<QuickStartReceiver> {
  const port = await freePort();
  const [program, ...args] = receive(writeBlock(folder, language, 'receiver'), port);
  const env = { ...process.env, PORT: String(port) };
  const receiver = spawn(program, args, { cwd: folder, env });
  const printed = printedBy(receiver);
  const url = `http://localhost:${port}/`;
  await until(
    () => fetch(url, { method: 'POST' }).catch(() => undefined),
    (answer) => answer !== undefined,
    () => `nothing listens at ${url}`,
  );
  return { port, url, printed, stop: () => receiver.kill() };
}
