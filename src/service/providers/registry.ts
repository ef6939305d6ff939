import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import type { CircuitState } from '#domain/routing/circuit.ts';
import type { Acquirer } from './port.ts';
import type { AcquirerAdapter, AdapterTools } from './adapter.ts';

/** The adapters that are installed, by name. A terminal may name one that is not. */
export type Adapters = ReadonlyMap<string, AcquirerAdapter>;

/** @throws when two adapters have one name: which of them a terminal means could not be told */
export function registerAdapters(adapters: readonly AcquirerAdapter[]): Adapters {
  const byName = new Map(adapters.map((adapter) => [adapter.describe().name, adapter]));
  if (byName.size < adapters.length) throw new Error('Two adapters have one name');
  return byName;
}

/** Where payments may go, as the use cases see it. */
export interface Terminals {
  adapters: Adapters;

  /**
   * The routes of a method that are up, and whose terminals are, as of that version of the merchant's
   * settings or a later one.
   */
  routesOf(methodId: string, configVersion: bigint): Promise<readonly Route[]>;

  /** The same where they are in memory: for a caller that holds a transaction, and must not query beside it. */
  keptRoutesOf(methodId: string, configVersion: bigint): readonly Route[] | undefined;

  /** A terminal by its id, up or not. */
  find(terminalId: string): Promise<RoutedTerminal | undefined>;

  /**
   * A terminal, opened with the settings of that version or a later one.
   *
   * @throws when its adapter is not installed, or does not take its settings or credentials
   */
  open(terminal: RoutedTerminal): Promise<Acquirer>;

  /** What its adapter is given beside a terminal's settings and credentials. */
  toolsOf(terminalId: string): AdapterTools;

  /** Begins to open terminals that a payment may go to: what that takes is over before its card comes. */
  openAhead(routes: readonly Route[]): void;

  /** False while the terminal's circuit is open. A caller that gets true of an open one makes its probe. */
  mayCall(terminalId: string): boolean;

  /**
   * Takes note of a call to a terminal's acquirer. A failure is logged, once a minute for each terminal. A payment counts for the
   * terminal's circuit, where a network lies between.
   */
  recordCall(terminal: RoutedTerminal, call: CallResult): void;

  /** Of the terminals that this instance has sent payments to: one state for all of its processes. */
  circuits(): CircuitOfTerminal[];
}

export interface CircuitOfTerminal {
  terminalId: string;
  /** A terminal that all merchants share has the same in each cell, and an id of its own there. */
  name: string | undefined;
  state: CircuitState;
  openSinceMs: number | undefined;
}

export interface CallResult {
  /** As the metrics name it: `authorize`. */
  call: string;
  isPayment: boolean;
  /** What was answered, or the kind of failure: `approved`, `timeout`. */
  result: string;
  /** A technical failure: the next call is likely to fail as well. */
  hasFailed: boolean;
}
