import type { Currency } from '#domain/money.ts';
import type { AcquirerAdapter, AdapterTools, TerminalInput } from '../adapter.ts';

export interface TriedTerminal extends TerminalInput {
  adapter: AcquirerAdapter;
  tools: AdapterTools;
  currency: Currency;
}

/** Runs, or says why there is nothing to run. */
export type Trial = { name: string } & (
  | { leftOut: string }
  /** @returns a sentence where it did not pass */
  | { run: (signal: AbortSignal) => Promise<string | undefined> }
);

export interface TrialResult {
  trial: string;
  result: 'passed' | 'left out' | 'failed';
  said?: string | undefined;
}
