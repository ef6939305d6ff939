import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { toVisibleLines } from '#contract/visible-text.ts';
import { describeBuild, readBuild } from '#service/platform/version.ts';

const ROOT = join(import.meta.dirname, '..');
const isPackaged = existsSync(join(ROOT, 'tollgate'));

/** How to call the commands: in the package through its program, in a clone through npm. */
export const PROGRAM_NAMES = isPackaged
  ? {
      operator: 'tollgate operator',
      operatorAlone: 'tollgate operator',
      migrate: 'tollgate migrate',
    }
  : {
      operator: 'npm run operator --',
      /** Without the lines that npm itself prints. */
      operatorAlone: 'npm run --silent operator --',
      migrate: 'npm run migrate',
    };

/** The conventional exit code for a command that was not understood: nothing was tried. */
const WRONG_USAGE_EXIT_CODE = 2;
const FAILED_EXIT_CODE = 1;

/**
 * The result of a command: the text to print, on standard output if `ok` and else on standard error, and the exit
 * code.
 */
export type Ending = { ok: true; text: string } | { ok: false; text: string; exitCode: number };

export function done(text: string): Ending {
  return { ok: true, text };
}

export function failed(text: string): Ending {
  return { ok: false, text, exitCode: FAILED_EXIT_CODE };
}

/** Ends a command in which it is thrown. The message is a sentence for the person who typed it. */
export class CommandFailed extends Error {}

export function wrongUsage(text: string): Ending {
  return { ok: false, text, exitCode: WRONG_USAGE_EXIT_CODE };
}

/** Prints an ending. Any of its text may be somebody else's: a terminal gets no commands from it. */
export function end(ending: Ending): void {
  const text = toVisibleLines(ending.text);
  if (ending.ok && text !== '') console.log(text);
  if (!ending.ok) {
    console.error(text);
    process.exitCode = ending.exitCode;
  }
}

/**
 * Declares a program's arguments and options. `ends` turns a function that returns an ending into a commander action.
 */
type Declare = (program: Command, ends: Ends) => void;

export type Ends = <Args extends unknown[]>(
  run: (...args: Args) => Promise<Ending>,
) => (...args: Args) => Promise<void>;

/**
 * Runs a commander program and returns its ending. Help and version succeed; what commander cannot parse is wrong
 * usage.
 *
 * @param name as people call it: `npm run migrate`
 */
export async function runCommandLine(
  name: string,
  args: readonly string[],
  declare: Declare,
): Promise<Ending> {
  const printed: string[] = [];
  const write = (text: string) => printed.push(text);
  let ending: Ending | undefined;
  const program = new Command(name)
    .version(describeBuild(readBuild()), '-V, --version', 'print the version and its commit')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Add --help for its arguments and options.')
    .configureOutput({ writeOut: write, writeErr: write })
    .exitOverride();
  declare(program, (run) => async (...given) => {
    ending = await run(...given);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommandFailed) return failed(error.message);
    if (!(error instanceof CommanderError)) throw error;
    const text = printed.join('').trimEnd();
    return error.exitCode === 0 ? done(text) : wrongUsage(text);
  }
  return ending ?? wrongUsage(program.helpInformation().trimEnd());
}
