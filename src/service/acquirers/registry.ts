import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import type { CircuitState } from '#domain/routing/circuit.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Acquirer } from './port.ts';
import type { AcquirerAdapter, AdapterTools } from './adapter.ts';

/** The installed adapters, by name. A terminal may name one that is not installed. */
export type Adapters = ReadonlyMap<string, AcquirerAdapter>;

/** @throws if two adapters have the same name, because a terminal's adapter would be ambiguous */
export function registerAdapters(adapters: readonly AcquirerAdapter[]): Adapters {
  const byName = new Map(adapters.map((adapter) => [adapter.describe().name, adapter]));
  if (byName.size < adapters.length) throw new Error('Two adapters have one name');
  return byName;
}

/** The terminals and routes that payments may use. */
export interface Terminals {
  adapters: Adapters;

  /**
   * Returns a method's active routes to active terminals, as of that version of the merchant's settings or a later
   * one.
   *
   * @param db the transaction to read in, if the caller has one: no other query may run beside it
   */
  routesOf(methodId: string, configVersion: bigint, db?: Db): Promise<readonly Route[]>;

  /** Finds a terminal by id, active or not. */
  find(terminalId: string): Promise<RoutedTerminal | undefined>;

  /**
   * Opens a terminal with the settings of that version or a later one.
   *
   * @throws if its adapter is not installed, or rejects its settings or credentials
   */
  open(terminal: RoutedTerminal): Promise<Acquirer>;

  /** Returns what an adapter gets besides a terminal's settings and credentials. */
  toolsOf(terminalId: string): AdapterTools;

  /** Starts opening the routes' terminals, so that they are open before a card arrives. */
  openAhead(routes: readonly Route[]): void;

  /**
   * Returns false while the terminal's circuit is open. If it returns true for an open circuit, the caller's
   * payment is the probe.
   */
  mayCall(terminalId: string): boolean;

  /**
   * Records a call to a terminal's acquirer. Logs failures, at most one a minute for each terminal. Payments count
   * for the terminal's circuit, if the adapter is remote.
   */
  recordCall(terminal: RoutedTerminal, call: CallResult): void;

  /**
   * Returns the circuits of the terminals that this instance has sent payments to. All its processes share the same
   * state.
   */
  circuits(): TerminalCircuit[];
}

export interface TerminalCircuit {
  terminalId: string;
  name: string | undefined;
  state: CircuitState;
  openSinceMs: number | undefined;
}

export interface CallResult {
  /** The call's name in the metrics: `authorize`. */
  call: string;
  isPayment: boolean;
  /** The answer, or the kind of failure: `approved`, `timeout`. */
  result: string;
  /** True for a technical failure: the next call is likely to fail too. */
  hasFailed: boolean;
}
