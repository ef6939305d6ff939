import { describe, expect, it, vi } from 'vitest';
import { createRequestLimit } from './request-limit.ts';

describe('a limit on requests', () => {
  let nowMs = 0;
  const limitOf = (perMinute: number) => createRequestLimit(perMinute, () => nowMs);

  it("allows a minute's requests at once, and no more", () => {
    const limit = limitOf(3);
    const answers = Array.from({ length: 4 }, () => limit.take('key'));
    expect(answers).toEqual([undefined, undefined, undefined, 20]);
  });

  it('allows further requests as time passes', () => {
    const limit = limitOf(3);
    for (let sent = 0; sent < 3; sent += 1) limit.take('key');
    nowMs += 10_000;
    expect(limit.take('key')).toBe(10);
    nowMs += 10_000;
    expect(limit.take('key')).toBeUndefined();
    expect(limit.take('key')).toBe(20);
  });

  it("saves up no more than a minute's requests", () => {
    const limit = limitOf(2);
    limit.take('key');
    nowMs += 3_600_000;
    const answers = Array.from({ length: 3 }, () => limit.take('key'));
    expect(answers).toEqual([undefined, undefined, 30]);
  });

  it('counts each key separately', () => {
    const limit = limitOf(1);
    limit.take('one');
    expect(limit.take('one')).toBe(60);
    expect(limit.take('other')).toBeUndefined();
  });

  it('forgets the least recently used key when it holds too many', () => {
    const limit = limitOf(1);
    limit.take('forgotten');
    limit.take('kept');
    for (let n = 0; n < 9_999; n += 1) {
      limit.take(String(n));
      limit.take('kept');
    }
    expect(limit.take('forgotten')).toBeUndefined();
    expect(limit.take('kept')).toBe(60);
  });

  it('is not affected by a system clock that is set back', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_767_225_600_000 });
    const limit = createRequestLimit(600);
    for (let sent = 0; sent < 600; sent += 1) limit.take('key');
    vi.setSystemTime(1_767_225_000_000);
    expect(limit.take('key') ?? 0).toBeLessThanOrEqual(1);
    vi.useRealTimers();
  });
});
