/** By convention: nothing was tried, the command was not understood. */
export const WRONG_USAGE_EXIT_CODE = 2;
export const FAILED_EXIT_CODE = 1;

/** What a command ends with: what it prints, on which of the two outputs, and its exit code. */
export type Ending = { ok: true; text: string } | { ok: false; text: string; exitCode: number };

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
  if (ending.ok) console.log(ending.text);
  else {
    console.error(ending.text);
    process.exitCode = ending.exitCode;
  }
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
