import { afterEach, describe, expect, it } from 'vitest';
import { ago, formatTimeInZone } from './when.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** Sets the time zone, which a Date's local parts read on every access. */
function at(zoneName: string, now: string, then: string) {
  process.env['TZ'] = zoneName;
  return ago(new Date(then), Date.parse(now));
}

describe('how long ago something was', () => {
  it.each([
    ['2026-11-26T20:00:00Z', '2026-11-28T09:00:00Z', 'in 2 days'],
    ['2026-11-26T20:00:00Z', '2026-11-27T23:59:00Z', 'tomorrow'],
    ['2026-11-26T20:00:00Z', '2026-11-25T00:01:00Z', 'yesterday'],
    ['2026-11-26T20:00:00Z', '2026-11-24T23:59:00Z', '2 days ago'],
    ['2026-11-26T20:00:00Z', '2026-11-26T00:01:00Z', '19 hr. ago'],
    ['2026-11-26T01:00:00Z', '2026-11-25T20:00:00Z', '5 hr. ago'],
    ['2026-11-26T20:00:00Z', '2026-11-26T19:57:00Z', '3 min. ago'],
    ['2026-11-26T20:00:00Z', '2026-11-26T19:59:57Z', 'just now'],
    ['2026-11-26T20:00:00Z', '2026-11-19T20:00:00Z', '19 Nov'],
    ['2026-11-26T20:00:00Z', '2027-02-24T20:00:00Z', '24 Feb 2027'],
  ])('at %s, %s is %s', (now, then, said) => {
    expect(at('UTC', now, then)).toBe(said);
  });

  it("uses the days of the viewer's time zone", () => {
    const [now, then] = ['2026-11-26T20:00:00Z', '2026-11-27T17:00:00Z'] as const;
    expect(at('UTC', now, then)).toBe('tomorrow');
    // In Tokyo it is 5:00 on the 27th now, and 2:00 on the 28th then.
    expect(at('Asia/Tokyo', now, then)).toBe('tomorrow');
    expect(at('Asia/Tokyo', now, '2026-11-27T12:00:00Z')).toBe('in 16 hr.');
    expect(at('America/Los_Angeles', now, '2026-11-28T06:00:00Z')).toBe('tomorrow');
    expect(at('America/Los_Angeles', now, '2026-11-28T09:00:00Z')).toBe('in 2 days');
  });

  it('counts a day of 23 or 25 hours as one', () => {
    expect(at('Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T13:00:00Z')).toBe('tomorrow');
    expect(at('Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T11:00:00Z')).toBe('tomorrow');
  });

  it('can be shown exactly, with the time zone', () => {
    expect(formatTimeInZone(new Date('2026-11-26T20:00:01Z'))).toMatch(
      /^26 Nov 2026, \d\d:\d\d:01 \S+$/,
    );
  });
});
