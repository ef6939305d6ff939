import { describe, expect, it } from 'vitest';
import { createDeclineLimit } from './decline-limit.ts';

const HOUR_MS = 3_600_000;

function limitOf(perHour: number | undefined) {
  let nowMs = 0;
  const reachedBy: string[] = [];
  const limit = createDeclineLimit(
    perHour,
    (merchantId) => reachedBy.push(merchantId),
    () => nowMs,
  );
  let attempts = 0;
  return {
    limit,
    reachedBy,
    decline(merchantId: string, address: string | undefined) {
      attempts += 1;
      limit.begin(String(attempts), { merchantId, address });
      limit.count(String(attempts));
    },
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

describe('declines of an address at a merchant', () => {
  it('are limited per hour, and no longer count once they are an hour old', () => {
    const { limit, reachedBy, decline, advance } = limitOf(2);
    const payer = { merchantId: 'a', address: '10.0.0.1' };
    decline('a', '10.0.0.1');
    expect(limit.isReached(payer)).toBe(false);
    advance(1_000);
    decline('a', '10.0.0.1');
    expect(limit.isReached(payer)).toBe(true);
    expect(reachedBy).toEqual(['a']);
    advance(HOUR_MS - 1_000);
    expect(limit.isReached(payer)).toBe(false);
  });

  it.each([
    ['of the same IPv6 network', { merchantId: 'a', address: '2001:db8::2' }, true],
    ['of another network', { merchantId: 'a', address: '2001:db8:0:1::2' }, false],
    ['at another merchant', { merchantId: 'b', address: '2001:db8::1' }, false],
    ['of nobody knows whom', { merchantId: 'a', address: undefined }, false],
  ])('count by network and merchant, here for a payer %s', (_, payer, isReached) => {
    const { limit, decline } = limitOf(1);
    decline('a', '2001:db8::1');
    expect(limit.isReached(payer)).toBe(isReached);
  });

  it('count once for each attempt, and only for attempts that began in this process', () => {
    const { limit, decline } = limitOf(2);
    decline('a', '10.0.0.1');
    limit.count('1');
    limit.count('unknown');
    expect(limit.isReached({ merchantId: 'a', address: '10.0.0.1' })).toBe(false);
  });

  it('have no limit if none is set', () => {
    const { limit, decline } = limitOf(undefined);
    decline('a', '10.0.0.1');
    expect(limit.isReached({ merchantId: 'a', address: '10.0.0.1' })).toBe(false);
  });
});
