/** What a command is given, and where it writes: nothing of the process itself. */
export interface CommandLine {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out: (line: string) => void;
  /** Ends what would go on for ever. */
  signal: AbortSignal;
}

export interface Command {
  /** As it is typed, without the program's name. */
  usage: string;
  summary: string;
  /** @returns the exit code: 0 for yes, 1 for no */
  run: (line: CommandLine) => Promise<0 | 1>;
}

/** The command was typed wrongly, or wants what is not there: said in a sentence, exit code 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}
