import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseInstant } from './instant.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000000Z'],
    ['2026-01-01T02:30:00+02:30', '2026-01-01T00:00:00.000000Z'],
    ['2025-12-31T19:00:00-05:00', '2026-01-01T00:00:00.000000Z'],
    ['2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.100000Z'],
    ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123456Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000000Z'],
    ['2026-01-01T02:00:00 02:00', '2026-01-01T00:00:00.000000Z'],
  ])('reads %s', (text, utc) => {
    expect(parseInstant(text)).toBe(utc);
  });

  it('takes the end of a range without a fraction as the whole second', () => {
    expect(parseInstant('2026-01-01T02:00:00+02:00', 'end')).toBe('2026-01-01T00:00:00.999999Z');
    expect(parseInstant('2026-01-01T00:00:00.0Z', 'end')).toBe('2026-01-01T00:00:00.000000Z');
    expect(parseInstant('2026-01-01T00:00:00.25Z', 'end')).toBe('2026-01-01T00:00:00.250000Z');
  });

  it.each([
    '',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+0200',
    '2026-01-01T00:00:00.Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '1767225600',
    '+002026-01-01T00:00:00Z',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  const date = fc.date({
    min: new Date('0001-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });

  it('means the same instant, whatever the offset', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -1439, max: 1439 }), (instant, offsetMinutes) => {
        const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString();
        const minutes = Math.abs(offsetMinutes);
        const pad = (value: number) => String(value).padStart(2, '0');
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
        expect(parseInstant(local.replace('Z', offset))).toBe(
          instant.toISOString().replace('Z', '000Z'),
        );
      }),
    );
  });

  it('gives text that sorts as instants do', () => {
    fc.assert(
      fc.property(date, date, (one, other) => {
        const [first = '', second = ''] = [one, other].map((each) =>
          parseInstant(each.toISOString()),
        );
        expect(first < second).toBe(one < other);
      }),
    );
  });
});
