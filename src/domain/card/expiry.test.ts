import { describe, expect, it } from 'vitest';

import { isExpired } from './expiry.ts';

describe('isExpired', () => {
  it.each([
    ['on the first day of its month', '2026-06-01T00:00:00.000Z', false],
    ['on the last day at UTC+14', '2026-06-30T10:00:00.000Z', false],
    ['when the month has ended in Greenwich, not at UTC−12', '2026-07-01T00:00:00.000Z', false],
    ['in the last millisecond at UTC−12', '2026-07-01T11:59:59.999Z', false],
    ['when the month has ended everywhere', '2026-07-01T12:00:00.000Z', true],
    ['a year later', '2027-06-01T00:00:00.000Z', true],
  ])('of 06/26, %s', (_, now, expired) => {
    expect(isExpired('06', '26', Date.parse(now))).toBe(expired);
  });

  it('crosses the year after December', () => {
    expect(isExpired('12', '25', Date.parse('2026-01-01T11:59:59.999Z'))).toBe(false);
    expect(isExpired('12', '25', Date.parse('2026-01-01T12:00:00.000Z'))).toBe(true);
  });
});
