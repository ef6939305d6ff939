import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Observation } from './database/observe.ts';
import { startIntervals, type IntervalDeps, type Intervals } from './intervals.ts';
import type { Sweep } from './sweep-runner.ts';

const SECOND_MS = 1_000;

let intervals: Intervals;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // One of the tests leaves a run that never ends.
  void intervals.stop();
  vi.useRealTimers();
});

function observation(changes: Partial<Observation> = {}): Observation {
  // oxlint-disable-next-line no-restricted-properties -- The timers are faked, and so is this.
  const nowMs = performance.now();
  return {
    at: new Date(),
    askedMs: nowMs,
    answeredMs: nowMs,
    readOnly: false,
    yes: DUE,
    ...changes,
  };
}

const DUE = new Set(['first', 'second']);

interface Changes extends Partial<IntervalDeps> {
  runs?: Record<string, () => Promise<unknown>>;
}

function start(changes: Changes) {
  const { runs = {}, ...rest } = changes;
  const sweep = (name: string): Sweep => ({
    name,
    due: () => sql<boolean>`true`,
    run: vi.fn(runs[name] ?? (() => Promise.resolve())),
  });
  const [first, second] = [sweep('first'), sweep('second')];
  intervals = startIntervals({
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    sweeps: [first, second],
    observe: () => Promise.resolve(observation()),
    disruptions: () => 0,
    onDatabaseBack: () => Promise.resolve(),
    ...rest,
  });
  return { first, second };
}

function pass(seconds: number) {
  return vi.advanceTimersByTimeAsync(seconds * SECOND_MS);
}

describe('recurring work', () => {
  it('runs each second while it is due', async () => {
    const { first } = start({});
    await pass(3.5);
    expect(first.run).toHaveBeenCalledTimes(4);
  });

  it('does not run while nothing is due, and is not late', async () => {
    const { first } = start({ observe: () => Promise.resolve(observation({ yes: new Set() })) });
    await pass(60);
    expect(first.run).not.toHaveBeenCalled();
    expect(intervals.late()).toEqual([]);
  });

  it('runs again after its own failures', async () => {
    const { first } = start({ runs: { first: () => Promise.reject(new Error('It fails')) } });
    await pass(10.5);
    expect(first.run).toHaveBeenCalledTimes(11);
  });

  it('runs again after the database was unavailable for a long time', async () => {
    let works = false;
    const { first } = start({
      observe: () =>
        works ? Promise.resolve(observation()) : Promise.reject(new Error('It is unavailable')),
    });
    await pass(600);
    expect(first.run).not.toHaveBeenCalled();
    works = true;
    await pass(2);
    expect(first.run).toHaveBeenCalled();
  });

  it('is not held up by a sweep that hangs, which is started again', async () => {
    const { first, second } = start({ runs: { first: () => new Promise(() => undefined) } });
    await pass(29);
    expect(first.run).toHaveBeenCalledTimes(1);
    expect(second.run).toHaveBeenCalledTimes(30);
    await pass(5);
    expect(first.run).toHaveBeenCalledTimes(2);
  });

  it('is late when it has not succeeded for half a minute', async () => {
    start({ runs: { second: () => Promise.reject(new Error('It fails')) } });
    await pass(20);
    expect(intervals.late()).toEqual([]);
    await pass(20);
    expect(intervals.late()).toEqual(['second']);
  });

  it('is not late after failed runs as long as no row waits for long', async () => {
    const { first } = start({
      runs: { first: () => Promise.reject(new Error('The connection was cut')) },
      observe: (by) => Promise.resolve(observation({ yes: by < new Date() ? new Set() : DUE })),
    });
    await pass(120);
    expect(first.run).toHaveBeenCalled();
    expect(intervals.late()).toEqual([]);
    expect(intervals.lateSeconds()['first']).toBeLessThan(30);
  });

  it('is late when the database does not answer', async () => {
    start({ observe: () => Promise.reject(new Error('It is unavailable')) });
    await pass(40);
    expect(intervals.late()).toEqual(['first', 'second']);
  });

  it('does not run on a read-only database', async () => {
    const { first } = start({ observe: () => Promise.resolve(observation({ readOnly: true })) });
    await pass(5);
    expect(first.run).not.toHaveBeenCalled();
  });
});

describe('onDatabaseBack', () => {
  it('runs after the start, and after disruptions or a failure', async () => {
    let disruptions = 0;
    let fails = false;
    const onDatabaseBack = vi.fn(() => Promise.resolve());
    start({
      onDatabaseBack,
      disruptions: () => disruptions,
      observe: () =>
        fails ? Promise.reject(new Error('It fails')) : Promise.resolve(observation()),
    });
    await pass(5);
    expect(onDatabaseBack).toHaveBeenCalledTimes(1);
    disruptions = 3;
    await pass(5);
    expect(onDatabaseBack).toHaveBeenCalledTimes(2);
    fails = true;
    await pass(5);
    fails = false;
    await pass(5);
    expect(onDatabaseBack).toHaveBeenCalledTimes(3);
  });

  it('is retried while it fails, without stopping recurring work', async () => {
    const onDatabaseBack = vi.fn(() => Promise.reject(new Error('It fails')));
    const { first } = start({ onDatabaseBack });
    await pass(5.5);
    expect(onDatabaseBack).toHaveBeenCalledTimes(6);
    expect(first.run).toHaveBeenCalledTimes(6);
  });
});
