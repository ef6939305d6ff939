import { z } from 'zod';
import { Circuit, type CircuitState } from '#domain/routing/circuit.ts';
import { shareState } from '../platform/shared-state.ts';

/** The circuits of all terminals, the same in all processes that share a port. */
export interface Circuits {
  /** False while the circuit is open. A caller that gets true of an open one makes its probe. */
  mayCall(terminalId: string): boolean;
  /** @returns the state that the call has changed the circuit to, where it has changed */
  record(terminalId: string, hasFailed: boolean): CircuitState | undefined;
  all(): { terminalId: string; state: CircuitState; openSinceMs: number | undefined }[];
}

const snapshot = z.object({ openSinceMs: z.number().nullable(), probedAtMs: z.number() });

export function createCircuits(nowMs: () => number): Circuits {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (terminalId: string) => {
    const circuit = circuits.get(terminalId) ?? new Circuit(nowMs);
    circuits.set(terminalId, circuit);
    return circuit;
  };
  const tellOthers = shareState('circuit', (terminalId, value) => {
    circuitOf(terminalId).follow(snapshot.parse(value));
  });
  return {
    mayCall(terminalId) {
      const circuit = circuits.get(terminalId);
      if (circuit === undefined) return true;
      const mayCall = circuit.mayCall();
      if (mayCall && circuit.state === 'open') tellOthers(terminalId, circuit.snapshot());
      return mayCall;
    },
    record(terminalId, hasFailed) {
      const circuit = circuitOf(terminalId);
      const changedTo = circuit.record(hasFailed);
      if (changedTo !== undefined) tellOthers(terminalId, circuit.snapshot());
      return changedTo;
    },
    all: () =>
      [...circuits].map(([terminalId, { state, openSinceMs }]) => ({
        terminalId,
        state,
        openSinceMs,
      })),
  };
}
