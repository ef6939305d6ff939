import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { validate, type Validated } from '../violations.ts';
import {
  byReferenceQuery,
  listPayinsQuery,
  listPayoutsQuery,
  unbracketed,
  parseInstant,
} from './list.ts';

const GROUP = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';

/** Reads a query like the service: a parameter given once is text, a repeated one a list. */
function read<S extends z.ZodType>(schema: S, query: string): Validated<z.output<S>> {
  const search = new URLSearchParams(query);
  const pairs = Array.from(search.keys(), (name): [string, string | string[]] => {
    const [only = '', ...others] = search.getAll(name);
    return [name, others.length === 0 ? only : search.getAll(name)];
  });
  return validate(schema, unbracketed(Object.fromEntries(pairs)), 'parameters');
}

function listPayins(query: string) {
  return read(listPayinsQuery, query);
}
function listPayouts(query: string) {
  return read(listPayoutsQuery, query);
}
function findPayins(query: string) {
  return read(byReferenceQuery, query);
}

function broken(result: Validated<unknown>) {
  return result.ok ? [] : result.violations.map(({ parameter, code }) => `${parameter} ${code}`);
}

describe('a list query', () => {
  it('sorts the newest first by default', () => {
    expect(listPayins('page=1&size=200')).toEqual({
      ok: true,
      value: { page: 1, size: 200, sort: { field: 'createDate', direction: 'desc' } },
    });
  });

  it('reads all its parameters', () => {
    const query =
      `page=2&size=50&sort=amount,ASC&groupId=${GROUP.toUpperCase()}` +
      '&startDate=2026-01-01T00:00:00Z&endDate=2026-01-02T00:00:00%2B01:00' +
      '&startUpdateDate=2026-01-01T00:00:00Z&endUpdateDate=2026-01-01T00:00:00Z' +
      '&statuses=FAILED&statuses=CLOSED&statuses=FAILED&currencies=EUR';
    expect(listPayins(query)).toEqual({
      ok: true,
      value: {
        page: 2,
        size: 50,
        sort: { field: 'amount', direction: 'asc' },
        groupId: GROUP,
        startDate: '2026-01-01T00:00:00.000000Z',
        endDate: '2026-01-01T23:00:00.999999Z',
        startUpdateDate: '2026-01-01T00:00:00.000000Z',
        endUpdateDate: '2026-01-01T00:00:00.999999Z',
        statuses: ['FAILED', 'CLOSED'],
        currencies: ['EUR'],
      },
    });
  });

  it('reads a repeated parameter with brackets as one without', () => {
    const query = 'page=1&size=1&statuses[]=FAILED&statuses=CLOSED&currencies[]=EUR&accounts[]=a';
    expect(listPayouts(`${query}&accounts%5B%5D=b`)).toMatchObject({
      value: { statuses: ['CLOSED', 'FAILED'], currencies: ['EUR'], accounts: ['a', 'b'] },
    });
    expect(broken(listPayouts('page=1&size=1&statuses[]=DONE'))).toEqual(['statuses enum']);
  });

  it.each(['startDate=A&endDate=B', 'startUpdateDate=A&endUpdateDate=B'])(
    'includes the whole second of an end without a fraction, and takes one with a fraction exactly: %s',
    (range) => {
      const ends = (start: string, end: string) =>
        listPayins(`page=1&size=1&${range.replace('A', start).replace('B', end)}`);
      const second = ends('2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00Z');
      expect(second).toMatchObject({ ok: true });
      expect(Object.values(second.ok ? second.value : {})).toEqual(
        expect.arrayContaining(['2026-01-01T00:00:00.500000Z', '2026-01-01T00:00:00.999999Z']),
      );
      expect(broken(ends('2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.0Z'))).toHaveLength(1);
    },
  );

  it.each(['statuses', 'currencies', 'accounts'] as const)(
    'reads %s with indexes as PHP and qs write them',
    (name) => {
      const [one, two, three] = {
        statuses: ['FAILED', 'CLOSED', 'SUCCESS'],
        currencies: ['EUR', 'USD', 'UAH'],
        accounts: ['a', 'b', 'c'],
      }[name];
      const query = `page=1&size=1&${name}[0]=${one}&${name}%5B10%5D=${two}&${name}[]=${three}`;
      expect(listPayouts(query)).toMatchObject({ value: { [name]: [one, two, three] } });
    },
  );

  it('counts indexed values with the others', () => {
    const indexed = Array.from({ length: 101 }, (_, index) => `&accounts[${index}]=a`).join('');
    expect(broken(listPayouts(`page=1&size=1${indexed}`))).toEqual(['accounts too_many']);
    expect(broken(listPayouts('page=1&size=1&statuses[0]=DONE'))).toEqual(['statuses enum']);
    expect(broken(listPayins('page=1&size=1&accounts[0]=a'))).toEqual(['accounts unsupported']);
  });

  it.each([
    ['page=51&size=200&sort=amount,asc', ['page too_deep']],
    ['page=10001&size=1&sort=amount,DESC&statuses=ODD', ['statuses enum', 'page too_deep']],
    ['page=1000000000000&size=200&sort=amount,desc', ['page too_deep']],
    ['page=50&size=200&sort=amount,asc', []],
    ['page=10000&size=1&sort=amount,desc', []],
    ['page=1000000&size=200&sort=updateDate,asc', []],
  ])('sorted by amount begins no page after 10,000 orders: %s', (query, violations) => {
    expect(broken(listPayins(query))).toEqual(violations);
    expect(broken(listPayouts(query))).toEqual(violations);
  });

  it('of payouts accepts repeated accounts', () => {
    expect(listPayouts('page=1&size=1&accounts=a&accounts=b,c')).toMatchObject({
      value: { accounts: ['a', 'b,c'] },
    });
    const tooMany = 'page=1&size=1'.concat('&accounts=a'.repeat(101));
    expect(broken(listPayouts(tooMany))).toEqual(['accounts too_many']);
    const tooLong = `page=1&size=1&accounts=${'a'.repeat(256)}`;
    expect(broken(listPayouts(tooLong))).toEqual(['accounts length']);
  });
});

describe('a reference query', () => {
  it.each([
    ['reference_id=a', 'a'],
    ['reference_id=', ''],
    ['reference_id=a%3D.-&page=x', 'a=.-'],
    ['reference_id=no_such%00reference', ' '],
    [`reference_id=${'a'.repeat(256)}`, ' '],
  ])('%s is accepted', (query, reference) => {
    expect(findPayins(query)).toEqual({ ok: true, value: { reference_id: reference } });
  });

  it.each([
    ['', 'reference_id required'],
    ['reference_id=a&reference_id=b', 'reference_id repeated'],
  ])('"%s" is refused', (query, fault) => {
    expect(broken(findPayins(query))).toEqual([fault]);
  });
});

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

  it("includes the whole second of a range's end without a fraction", () => {
    expect(parseInstant('2026-01-01T02:00:00+02:00', 'end')).toBe('2026-01-01T00:00:00.999999Z');
    expect(parseInstant('2026-01-01T00:00:00.0Z', 'end')).toBe('2026-01-01T00:00:00.000000Z');
    expect(parseInstant('2026-01-01T00:00:00.25Z', 'end')).toBe('2026-01-01T00:00:00.250000Z');
  });

  const date = fc.date({
    min: new Date('0001-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });

  it('returns the same instant for any offset', () => {
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

  it('returns texts that sort like the instants', () => {
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
