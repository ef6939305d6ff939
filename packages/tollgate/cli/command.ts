import { Option, type Command } from 'commander';

/** A command's input and output, so that it does not use the process itself. */
export interface CommandLine {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out: (line: string) => void;
  /** Takes what is not the command's result: why it failed, or how it is used. */
  err: (line: string) => void;
  /** Ends commands that would run forever. */
  signal: AbortSignal;
}

/** 0 for success, 1 for failure. */
export type ExitCode = 0 | 1;

/** Wraps a command's function as an action for commander. */
export type Ends = <Args extends unknown[]>(
  run: (...args: Args) => Promise<ExitCode>,
) => (...args: Args) => Promise<void>;

/** Declares a command in the program: its arguments, options and action. */
export type Declare = (program: Command, line: CommandLine, ends: Ends) => void;

/** A wrong command or a missing prerequisite. The message is a sentence; the exit code is 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** The option of every command that needs a sandbox. */
export interface SandboxOption {
  sandbox?: string;
}
export const SANDBOX = new Option('--sandbox <file>', 'the sandbox.json to use');

/** @throws WrongUse if a text is no amount */
export function amountIn(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,2})?$/.test(text)) return Number(text);
  throw new WrongUse(`${text} is not an amount: give it like 12.50.`);
}
