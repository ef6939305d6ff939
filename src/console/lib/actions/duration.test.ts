import { describe, expect, it } from 'vitest';
import { durationInWords, durationText, secondsIn } from './duration.ts';

describe('a duration', () => {
  it.each([
    [1_800, '30 minutes', '30 minutes'],
    [86_400, '1 days', '1 day'],
    [90, '90 seconds', '90 seconds'],
    [7_200, '2 hours', '2 hours'],
    [3_600, '1 hours', '1 hour'],
  ])('of %i seconds is %s in a field, and %s in a text', (seconds, typed, read) => {
    expect([durationText(seconds), durationInWords(seconds), secondsIn(typed)]).toEqual([
      typed,
      read,
      seconds,
    ]);
  });

  it.each([
    ['1,5 hours', 5_400],
    ['1.5 minutes', 90],
    ['20', 1_200],
    ['0.001 seconds', undefined],
    ['some minutes', undefined],
    ['3 weeks', undefined],
    ['', undefined],
  ])('typed as %j has %s seconds', (text, seconds) => {
    expect(secondsIn(text)).toBe(seconds);
  });
});
