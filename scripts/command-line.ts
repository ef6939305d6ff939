import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const isPackaged = existsSync(join(ROOT, 'tollgate'));

/** As people call the commands: in the package by its program, in a clone by npm. */
export const CALLED = isPackaged
  ? {
      operator: 'tollgate operator',
      operatorAlone: 'tollgate operator',
      ledgerCheck: 'tollgate ledger-check',
      migrate: 'tollgate migrate',
    }
  : {
      operator: 'npm run operator --',
      /** Without the lines that npm itself prints. */
      operatorAlone: 'npm run --silent operator --',
      ledgerCheck: 'npm run ledger:check',
      migrate: 'npm run migrate',
    };

/** By convention: nothing was tried, the command was not understood. */
export const WRONG_USAGE_EXIT_CODE = 2;
export const FAILED_EXIT_CODE = 1;

/** What a command ends with: what it prints, on which of the two outputs, and its exit code. */
export type Ending = (
  | { ok: true; text: string }
  | { ok: false; text: string; exitCode: number }
) & {
  /** Printed on standard error, whatever else is printed: an old spelling, and the new one. */
  notes?: readonly string[];
};

export function done(text: string): Ending {
  return { ok: true, text };
}

export function failed(text: string): Ending {
  return { ok: false, text, exitCode: FAILED_EXIT_CODE };
}

export function wrongUsage(text: string): Ending {
  return { ok: false, text, exitCode: WRONG_USAGE_EXIT_CODE };
}

export function end(ending: Ending): void {
  for (const note of ending.notes ?? []) console.error(note);
  if (ending.ok) console.log(ending.text);
  else {
    console.error(ending.text);
    process.exitCode = ending.exitCode;
  }
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Declares what a program takes. `ends` makes a commander action of a function that returns an ending. */
type Declare = (program: Command, ends: Ends) => void;

export type Ends = <Args extends unknown[]>(
  run: (...args: Args) => Promise<Ending>,
) => (...args: Args) => Promise<void>;

/**
 * Runs a program of commander's to its ending. Help and version end well; what cannot be understood is wrong usage.
 *
 * @param name as people call it: `npm run migrate`
 * @param hint adds to what is said of a command that there is not
 */
export async function runCommandLine(
  name: string,
  args: readonly string[],
  declare: Declare,
  hint: () => string = () => '',
): Promise<Ending> {
  const printed: string[] = [];
  const write = (text: string) => printed.push(text);
  let ending: Ending | undefined;
  const program = new Command(name)
    .version(version(), '-V, --version', 'print the version')
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
    if (!(error instanceof CommanderError)) throw error;
    const text = printed.join('').trimEnd();
    if (error.exitCode === 0) return done(text);
    const isUnknown = error.code === 'commander.unknownCommand' && !text.includes('Did you mean');
    return wrongUsage(isUnknown ? `${text}${hint()}` : text);
  }
  return ending ?? wrongUsage(program.helpInformation().trimEnd());
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
