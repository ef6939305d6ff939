import { expect, it } from 'vitest';
import { boundsOfHour } from './series.ts';

it('Hours are counted since 1970, with negative numbers before', () => {
  expect(boundsOfHour(-1)).toEqual({
    from: '1969-12-31T23:00:00.000Z',
    before: '1970-01-01T00:00:00.000Z',
  });
});
