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

function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value);
}

/** Ten of twelve calls, never five in a row. */
const MANY_FAILURES = [...times(2, [...times(4, true), false]).flat(), true, true];

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

  it('stays closed when fewer than half of the last twenty calls failed', () => {
    const { circuit, record } = trial();
    record(...times(9, [true, false]).flat(), false, false, false);
    expect(circuit.state).toBe('closed');
  });

  it('stays closed when most of fewer than twenty calls failed', () => {
    const { circuit, record } = trial();
    record(...MANY_FAILURES);
    expect(circuit.state).toBe('closed');
  });

  it('forgets calls before the last twenty', () => {
    const { circuit, record } = trial();
    record(...times(20, false), ...times(10, [false, true]).flat());
    expect(circuit.state).toBe('open');
  });

  it.each([
    [60_000, 'open'],
    [60_001, 'closed'],
  ] as const)('counts calls up to %d ms old together: it is %s', (ms, state) => {
    const { circuit, record, wait } = trial();
    record(...times(8, false));
    wait(ms);
    record(...MANY_FAILURES);
    expect(circuit.state).toBe(state);
  });

  it('keeps the time of its opening, whatever the results of calls under way', () => {
    const { circuit, record, wait } = trial();
    expect(circuit.openSinceMs).toBeUndefined();
    record(...times(5, true));
    wait(9_999);
    record(true);
    expect(circuit.openSinceMs).toBe(1_000_000);
    wait(1);
    expect(circuit.mayCall()).toBe(true);
  });

  it('lets one call through every ten seconds, and closes at the first success', () => {
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

  it('reports only calls that change its state', () => {
    const { circuit } = trial();
    const failures = times(6, true).map((failed) => circuit.record(failed));
    expect(failures).toEqual([...times(4, undefined), 'open', undefined]);
    expect([false, false].map((failed) => circuit.record(failed))).toEqual(['closed', undefined]);
  });
});

describe('a circuit in another process', () => {
  it('is open as long as the followed one, and makes no second probe', () => {
    const { circuit, record, wait } = trial();
    const other = new Circuit(() => 1_005_000);
    record(...times(5, true));
    other.follow(circuit.snapshot());
    expect(other.openSinceMs).toBe(1_000_000);
    expect(other.mayCall()).toBe(false);
    wait(10_000);
    circuit.mayCall();
    const later = new Circuit(() => 1_010_001);
    later.follow(circuit.snapshot());
    expect(later.mayCall()).toBe(false);
    record(false);
    other.follow(circuit.snapshot());
    expect(other.state).toBe('closed');
  });

  it('keeps its own count while the followed one stays closed', () => {
    const { circuit, record } = trial();
    record(...times(4, true));
    circuit.follow({ openSinceMs: null, probedAtMs: 0 });
    expect(circuit.record(true)).toBe('open');
  });
});
