import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { linkReference, linkStatus, type LinkState } from './link.ts';

const NOW = new Date('2026-01-15T10:00:00.000Z');
const before = new Date(NOW.getTime() - 1);
const after = new Date(NOW.getTime() + 1);

const OPEN: LinkState = { use: 'once', isPaid: false, closedAt: null, expiresAt: null };

describe('the status of a link', () => {
  it.each<[string, Partial<LinkState>, string]>([
    ['without an end', {}, 'open'],
    ['before its end', { expiresAt: after }, 'open'],
    ['at its end', { expiresAt: NOW }, 'expired'],
    ['closed before its end', { closedAt: before, expiresAt: after }, 'closed'],
    ['closed, then past its end', { closedAt: before, expiresAt: before }, 'closed'],
    ['paid once', { isPaid: true }, 'paid'],
    [
      'paid once, then closed and past its end',
      { isPaid: true, closedAt: before, expiresAt: before },
      'paid',
    ],
    ['paid, of many times', { use: 'many', isPaid: true }, 'open'],
    ['paid, of many times, then closed', { use: 'many', isPaid: true, closedAt: before }, 'closed'],
  ])('%s', (_, state, status) => {
    expect(linkStatus({ ...OPEN, ...state }, NOW)).toBe(status);
  });
});

describe("the reference of a link's payin", () => {
  it('is the prefix, a hyphen and 12 characters of base32', () => {
    expect(linkReference('invoice-7', randomUUID())).toMatch(/^invoice-7-[A-Z2-7]{12}$/);
    expect(linkReference('p', 'ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('p-777777777777');
    expect(linkReference('p', '00000000-0000-4000-8000-000000000000')).toBe('p-AAAAAAAAAAAA');
  });

  it('takes a character from each five bits of what is random', () => {
    expect(linkReference('p', '00000000-0001-4000-8000-000000000001')).toBe('p-BAEAAAAAAAAA');
  });
});
