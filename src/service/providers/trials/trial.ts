import type { Currency } from '#domain/money.ts';
import type { AcquirerAdapter, AdapterTools, TerminalInput } from '../adapter.ts';

export interface TriedTerminal extends TerminalInput {
  adapter: AcquirerAdapter;
  tools: AdapterTools;
  currency: Currency;
}

/** Runs, or says why there is nothing to run. */
export type Trial = { name: string } & (
  | LeftOut
  /** @returns a sentence where it did not pass, or why there was nothing to run after all */
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
