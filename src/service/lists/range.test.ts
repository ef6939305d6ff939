import { describe, expect, it } from 'vitest';
import { cutRange } from './range.ts';

/** Hours since 1970 of 1 March 2026. */
const MARCH = 20_513 * 24;

describe('a range', () => {
  it('of whole days is counted by days only', () => {
    expect(
      cutRange({ start: '2026-03-01T00:00:00.000000Z', end: '2026-03-02T23:59:59.999999Z' }),
    ).toMatchObject({
      wholeDays: [{ from: 20_513, before: 20_515 }],
      wholeHours: [],
      edges: [],
    });
  });

  it('is counted by whole days, by the hours around them, and order by order at its ends', () => {
    expect(
      cutRange({ start: '2026-03-01T22:30:00.000000Z', end: '2026-03-03T01:00:00.000000Z' }),
    ).toEqual({
      hours: { from: MARCH + 23, before: MARCH + 49 },
      wholeDays: [{ from: 20_514, before: 20_515 }],
      wholeHours: [
        { from: MARCH + 23, before: MARCH + 24 },
        { from: MARCH + 48, before: MARCH + 49 },
      ],
      edges: [
        { start: '2026-03-01T22:30:00.000000Z', end: '2026-03-01T22:59:59.999999Z' },
        { start: '2026-03-03T01:00:00.000000Z', end: '2026-03-03T01:00:00.000000Z' },
      ],
    });
  });

  it('within an hour is counted order by order', () => {
    const range = { start: '2026-03-01T22:30:00.000000Z', end: '2026-03-01T22:59:00.000000Z' };
    expect(cutRange(range)).toEqual({
      hours: undefined,
      wholeDays: [],
      wholeHours: [],
      edges: [range],
    });
  });

  it('of one whole hour is counted by that hour', () => {
    expect(
      cutRange({ start: '2026-03-01T05:00:00.000000Z', end: '2026-03-01T05:59:59.999999Z' }),
    ).toMatchObject({
      wholeDays: [],
      wholeHours: [{ from: MARCH + 5, before: MARCH + 6 }],
      edges: [],
    });
  });

  it('may be open at an end', () => {
    expect(cutRange({ start: '2026-03-01T00:00:00.000000Z' })).toMatchObject({
      wholeDays: [{ from: 20_513, before: 2 ** 31 - 1 }],
      edges: [],
    });
    expect(cutRange({ end: '2026-02-28T23:59:59.999999Z' })).toMatchObject({
      wholeDays: [{ from: -(2 ** 31), before: 20_513 }],
      edges: [],
    });
  });
});
