import { describe, expect, it } from 'vitest';
import { createWritability } from './writability.ts';

/** A database whose probes answer in this order, on a clock that only moves when told to. */
function tracked(...answers: boolean[]) {
  let nowMs = 0;
  const waiting: { act: () => void; atMs: number }[] = [];
  let probes = 0;
  let changes = 0;
  const writability = createWritability({
    nowMs: () => nowMs,
    later(act, ms) {
      const timer = { act, atMs: nowMs + ms };
      waiting.push(timer);
      return () => waiting.splice(waiting.indexOf(timer), 1);
    },
    probe() {
      probes += 1;
      const hasRoom = answers.shift() ?? true;
      // As a statement of the probe reports it.
      if (!hasRoom) writability.recordRefusal();
      return Promise.resolve(hasRoom);
    },
  });
  writability.onChange(() => (changes += 1));
  return {
    writability,
    probes: () => probes,
    changes: () => changes,
    async passSeconds(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 1) {
        nowMs += 1_000;
        const due = waiting.filter(({ atMs }) => atMs <= nowMs);
        for (const timer of due) {
          waiting.splice(waiting.indexOf(timer), 1);
          timer.act();
        }
        await Promise.resolve().then(() => Promise.resolve());
      }
    },
  };
}

describe('a database', () => {
  it('is never tried while no statement failed for lack of room', async () => {
    const { writability, passSeconds, probes } = tracked();
    await passSeconds(100);
    expect(writability.refusedSince()).toBeUndefined();
    expect(probes()).toBe(0);
  });

  it('counts as unable to write for thirty seconds after one did', async () => {
    const { writability, passSeconds, probes, changes } = tracked(true);
    writability.recordRefusal();
    const since = writability.refusedSince();
    await passSeconds(29);
    expect(writability.refusedSince()).toBe(since);
    expect({ probes: probes(), changes: changes() }).toEqual({ probes: 1, changes: 2 });
    await passSeconds(1);
    expect(writability.refusedSince()).toBeUndefined();
  });

  it('is tried every five seconds until it has room, and counts as unable so long', async () => {
    const { writability, passSeconds, probes, changes } = tracked(
      ...Array.from({ length: 9 }, () => false),
      true,
    );
    writability.recordRefusal();
    await passSeconds(49);
    expect(writability.refusedSince()).toBeInstanceOf(Date);
    expect(probes()).toBe(9);
    await passSeconds(1);
    expect(writability.refusedSince()).toBeUndefined();
    expect({ probes: probes(), changes: changes() }).toEqual({ probes: 10, changes: 2 });
    await passSeconds(100);
    expect(probes()).toBe(10);
  });

  it('counts from its last refusal, and is tried again after each', async () => {
    const { writability, passSeconds, probes } = tracked();
    writability.recordRefusal();
    const since = writability.refusedSince();
    await passSeconds(20);
    writability.recordRefusal();
    await passSeconds(29);
    expect(writability.refusedSince()).toBe(since);
    expect(probes()).toBe(2);
    await passSeconds(1);
    expect(writability.refusedSince()).toBeUndefined();
  });

  it('is not tried once it is closed', async () => {
    const { writability, passSeconds, probes } = tracked();
    writability.recordRefusal();
    writability.stop();
    await passSeconds(100);
    expect(probes()).toBe(0);
  });
});
