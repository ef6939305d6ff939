import { describe, expect, it, vi } from 'vitest';
import { createDatabaseClock } from './clock.ts';

const SYSTEM_MS = Date.parse('2026-03-01T12:45:00Z');
const DATABASE_MS = Date.parse('2026-03-01T12:00:00Z');

/** An answer that was asked at 1 s on the monotonic clock, and took `tookMs`. */
function answer(atMs: number, tookMs = 0) {
  return { at: new Date(atMs), askedMs: 1_000, answeredMs: 1_000 + tookMs };
}

function clockAt(monotonicMs: number, systemMs = SYSTEM_MS) {
  vi.spyOn(performance, 'now').mockReturnValue(monotonicMs);
  return createDatabaseClock(() => systemMs);
}

describe('the database’s clock in this process', () => {
  it("starts at the database's answer and advances from there", () => {
    const clock = clockAt(1_000);
    clock.observe(answer(DATABASE_MS));
    expect(clock.now().getTime()).toBe(DATABASE_MS);
    vi.spyOn(performance, 'now').mockReturnValue(3_000);
    expect(clock.now().getTime()).toBe(DATABASE_MS + 2_000);
    expect(clock.aheadMs()).toBe(45 * 60_000 - 2_000);
  });

  it('ignores changes to the system clock', () => {
    let systemMs = SYSTEM_MS;
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const clock = createDatabaseClock(() => systemMs);
    clock.observe(answer(DATABASE_MS));
    systemMs -= 24 * 60 * 60_000;
    expect(clock.now().getTime()).toBe(DATABASE_MS);
  });

  it('is not moved by a slow answer', () => {
    const clock = clockAt(1_000);
    clock.observe(answer(DATABASE_MS));
    clock.observe(answer(DATABASE_MS + 3_900, 4_000));
    expect(clock.now().getTime()).toBe(DATABASE_MS);
  });

  it('stands still instead of going back after a small correction', () => {
    const clock = clockAt(1_000);
    clock.observe(answer(DATABASE_MS));
    expect(clock.now().getTime()).toBe(DATABASE_MS);
    clock.observe(answer(DATABASE_MS - 40));
    expect(clock.now().getTime()).toBe(DATABASE_MS);
    vi.spyOn(performance, 'now').mockReturnValue(1_030);
    expect(clock.now().getTime()).toBe(DATABASE_MS);
    vi.spyOn(performance, 'now').mockReturnValue(1_050);
    expect(clock.now().getTime()).toBe(DATABASE_MS + 10);
  });

  it('follows a large jump of the database clock', () => {
    const clock = clockAt(1_000);
    clock.observe(answer(DATABASE_MS));
    expect(clock.now().getTime()).toBe(DATABASE_MS);
    clock.observe(answer(DATABASE_MS - 5_000));
    expect(clock.now().getTime()).toBe(DATABASE_MS - 5_000);
  });
});
