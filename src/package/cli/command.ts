import { Option, type Command } from 'commander';

/** What a command is given, and where it writes: nothing of the process itself. */
export interface CommandLine {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out: (line: string) => void;
  /** Ends what would go on for ever. */
  signal: AbortSignal;
}

/** 0 for yes, 1 for no. */
export type ExitCode = 0 | 1;

/** Makes commander's action of what a command does. */
export type Ends = <Args extends unknown[]>(
  run: (...args: Args) => Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

/** Declares a command in the program: its arguments, options and what it does. */
export type Declare = (program: Command, line: CommandLine, ends: Ends) => void;

/** The command was typed wrongly, or wants what is not there: said in a sentence, exit code 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** What every command that needs a sandbox takes. */
export interface SandboxOption {
  sandbox?: string;
}
export const SANDBOX = new Option('--sandbox <file>', 'the sandbox.json to use');
