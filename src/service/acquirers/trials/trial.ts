import type { Currency } from '#domain/money.ts';
import type { AcquirerAdapter, AdapterTools, TerminalInput } from '../adapter.ts';

export interface TriedTerminal extends TerminalInput {
  adapter: AcquirerAdapter;
  tools: AdapterTools;
  currency: Currency;
}

/** A trial to run, or the reason to leave it out. */
export type Trial = { name: string } & (
  | LeftOut
  /** @returns undefined if it passed; a sentence if it failed; `leftOut` if there was nothing to run after all */
  | { run: (signal: AbortSignal) => Promise<string | LeftOut | undefined> }
);

export interface LeftOut {
  leftOut: string;
}

export interface TrialResult {
  trial: string;
  result: 'passed' | 'left out' | 'failed';
  said?: string | undefined;
}
