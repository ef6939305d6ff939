import { z } from 'zod';
import { Circuit, type CircuitState } from '#domain/routing/circuit.ts';
import { shareState } from '../platform/shared-state.ts';
import type { TerminalCircuit } from '../acquirers/registry.ts';

/** The circuit breakers of all terminals. All processes that share a port keep the same state. */
export interface Circuits {
  /**
   * Returns false while the circuit is open. If it returns true for an open circuit, the caller's payment is the
   * probe.
   */
  mayCall(terminalId: string): boolean;
  /** @returns the circuit's new state if this call changed it, else undefined */
  record(terminal: CalledTerminal, hasFailed: boolean): CircuitState | undefined;
  all(): TerminalCircuit[];
}

interface CalledTerminal {
  id: string;
  name: string | undefined;
}

const shared = z.object({
  name: z.string().optional(),
  openSinceMs: z.number().nullable(),
  probedAtMs: z.number(),
});

export function createCircuits(nowMs: () => number): Circuits {
  const circuits = new Map<string, Circuit>();
  const names = new Map<string, string>();
  const circuitOf = ({ id, name }: CalledTerminal) => {
    const circuit = circuits.get(id) ?? new Circuit(nowMs);
    circuits.set(id, circuit);
    if (name !== undefined) names.set(id, name);
    return circuit;
  };
  const share = shareState('circuit', (id, value) => {
    const { name, ...state } = shared.parse(value);
    circuitOf({ id, name }).follow(state);
  });
  const tellOthers = (id: string, circuit: Circuit) =>
    share(id, { name: names.get(id), ...circuit.snapshot() });
  return {
    mayCall(terminalId) {
      const circuit = circuits.get(terminalId);
      if (circuit === undefined) return true;
      const mayCall = circuit.mayCall();
      if (mayCall && circuit.state === 'open') tellOthers(terminalId, circuit);
      return mayCall;
    },
    record(terminal, hasFailed) {
      const circuit = circuitOf(terminal);
      const changedTo = circuit.record(hasFailed);
      if (changedTo !== undefined) tellOthers(terminal.id, circuit);
      return changedTo;
    },
    all: () =>
      [...circuits].map(([terminalId, { state, openSinceMs }]) => ({
        terminalId,
        name: names.get(terminalId),
        state,
        openSinceMs,
      })),
  };
}
