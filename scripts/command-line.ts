import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

export function asksForVersion(args: readonly string[]): boolean {
  return args.length === 1 && args[0] === '--version';
}

export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
