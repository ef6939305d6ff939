import { describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';

function trial() {
  let nowMs = 1_000_000;
  const circuit = new Circuit(() => nowMs);
  const record = (...outcomes: boolean[]) => {
    for (const failed of outcomes) circuit.record(failed);
  };
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { circuit, record, wait };
}

const times = <Value>(count: number, value: Value): Value[] =>
  Array.from({ length: count }, () => value);

describe('a circuit', () => {
  it('opens after five failures in a row, and not after four', () => {
    const { circuit, record } = trial();
    record(...times(4, true), false, ...times(4, true));
    expect(circuit.mayCall()).toBe(true);
    record(true);
    expect(circuit.state).toBe('open');
    expect(circuit.mayCall()).toBe(false);
  });

  it('opens when half of the last twenty calls of a minute failed', () => {
    const { circuit, record } = trial();
    record(...times(9, [true, false]).flat(), false);
    expect(circuit.state).toBe('closed');
    record(true);
    expect(circuit.state).toBe('open');
  });

  it('stays closed where as many failed over more than a minute', () => {
    const { circuit, record, wait } = trial();
    record(...times(10, false));
    wait(61_000);
    record(...times(4, true), false, ...times(4, true), false, true);
    expect(circuit.state).toBe('closed');
  });

  it('lets one call through every ten seconds, and closes by the first that succeeds', () => {
    const { circuit, record, wait } = trial();
    record(...times(5, true));
    wait(9_999);
    expect(circuit.mayCall()).toBe(false);
    wait(1);
    expect(circuit.mayCall()).toBe(true);
    expect(circuit.mayCall()).toBe(false);
    record(true);
    wait(10_000);
    expect(circuit.mayCall()).toBe(true);
    record(false);
    expect(circuit.state).toBe('closed');
    expect(times(3, 0).map(() => circuit.mayCall())).toEqual([true, true, true]);
    record(...times(4, true));
    expect(circuit.state).toBe('closed');
  });
});
