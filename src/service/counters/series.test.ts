import { describe, expect, it } from 'vitest';
import { SERIES } from './series.ts';

describe('buckets of amounts', () => {
  it.each([
    [1_500, '5', '6'],
    [2_120, '12', '13'],
    [3_999, '999', '1000'],
    [4_125, '1250', '1260'],
    [4_999, '9990', '10000'],
    [14_100, '10000000000000', '10100000000000'],
  ])('have the right bounds: %i', (bucket, from, before) => {
    expect(SERIES.amount.bounds(bucket)).toEqual({ from, before });
  });
});

describe('buckets of time', () => {
  it('are hours since 1970, with negative numbers before', () => {
    expect(SERIES.createDate.bounds(-1)).toEqual({
      from: '1969-12-31T23:00:00.000Z',
      before: '1970-01-01T00:00:00.000Z',
    });
  });
});
