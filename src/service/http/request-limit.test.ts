import { describe, expect, it } from 'vitest';
import { createRequestLimit } from './request-limit.ts';

const NOW_MS = 1_767_225_600_000;

describe('a limit on requests', () => {
  it("lets a minute's requests come at once, and no more", () => {
    const limit = createRequestLimit(3);
    const answers = Array.from({ length: 4 }, () => limit.take('key', NOW_MS));
    expect(answers).toEqual([undefined, undefined, undefined, 20]);
  });

  it('gives requests back as time goes by', () => {
    const limit = createRequestLimit(3);
    for (let sent = 0; sent < 3; sent += 1) limit.take('key', NOW_MS);
    expect(limit.take('key', NOW_MS + 10_000)).toBe(10);
    expect(limit.take('key', NOW_MS + 20_000)).toBeUndefined();
    expect(limit.take('key', NOW_MS + 20_000)).toBe(20);
  });

  it('saves up no more than a minute', () => {
    const limit = createRequestLimit(2);
    limit.take('key', NOW_MS);
    const later = NOW_MS + 3_600_000;
    const answers = Array.from({ length: 3 }, () => limit.take('key', later));
    expect(answers).toEqual([undefined, undefined, 30]);
  });

  it('counts each key by itself', () => {
    const limit = createRequestLimit(1);
    limit.take('one', NOW_MS);
    expect(limit.take('one', NOW_MS)).toBe(60);
    expect(limit.take('other', NOW_MS)).toBeUndefined();
  });
});
