import { expect, test } from 'vitest';

import { RateLimit } from './rate-limit.ts';

const T0_MS = 1_000_000;
const OK = { ok: true };

test('allows a number of requests per minute, then says how long to wait', () => {
  const limit = new RateLimit(2);
  expect(limit.take('a', T0_MS)).toEqual(OK);
  expect(limit.take('a', T0_MS + 10_000)).toEqual(OK);
  expect(limit.take('a', T0_MS + 20_000)).toMatchObject({ ok: false, waitSeconds: 40 });
  expect(limit.take('a', T0_MS + 60_000)).toEqual(OK);
});

test('marks the first refusal of a window', () => {
  const limit = new RateLimit(1);
  limit.take('a', T0_MS);
  expect(limit.take('a', T0_MS)).toMatchObject({ isFirst: true });
  expect(limit.take('a', T0_MS)).toMatchObject({ isFirst: false });
  limit.take('a', T0_MS + 60_000);
  expect(limit.take('a', T0_MS + 60_000)).toMatchObject({ isFirst: true });
});

test('counts each key separately', () => {
  const limit = new RateLimit(1);
  expect(limit.take('a', T0_MS)).toEqual(OK);
  expect(limit.take('b', T0_MS)).toEqual(OK);
  expect(limit.take('a', T0_MS)).toMatchObject({ ok: false });
});

test('forgets the oldest keys when it holds too many', () => {
  const limit = new RateLimit(1);
  limit.take('first', T0_MS);
  for (let n = 0; n < 10_000; n += 1) limit.take(String(n), T0_MS);
  expect(limit.take('first', T0_MS)).toEqual(OK);
});
