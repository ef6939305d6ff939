import { describe, expect, it } from 'vitest';
import { decidePayout, PAYOUT_MATRIX, type PayoutTerms } from './payout-settlement.ts';
import { isPayoutTransition } from './transition.ts';
import { applies } from './settlement-matrix.ts';
import { isFinal, isUnderWay, ORDER_STATUSES, type OrderStatus } from './status.ts';

const ATTEMPTS = ['open', 'paid', 'ended'] as const satisfies PayoutTerms['attempt'][];
const OUTCOMES = [
  'paid',
  'refused',
  'never_seen',
  'pending',
  'unknown',
] as const satisfies PayoutTerms['outcome'][];
const CASES = ATTEMPTS.flatMap((attempt) =>
  ORDER_STATUSES.flatMap((order) => OUTCOMES.map((outcome) => ({ attempt, order, outcome }))),
);

describe('PAYOUT_MATRIX', () => {
  it('has at most one row for any case, and one for each of an open attempt whose order is under way', () => {
    for (const each of CASES) {
      const rows = PAYOUT_MATRIX.filter((row) => applies(row, { ...each, conditions: {} }));
      const isOpen = each.attempt === 'open' && isUnderWay(each.order);
      expect(rows.length).toBeLessThanOrEqual(1);
      if (isOpen) expect({ ...each, rows: rows.length }).toEqual({ ...each, rows: 1 });
    }
  });
});

describe('decidePayout', () => {
  it('moves only orders under way, with an open attempt, by transitions in the table', () => {
    for (const each of CASES) {
      const { moves } = decidePayout(each);
      if (each.attempt !== 'open' || !isUnderWay(each.order)) expect(moves).toEqual([]);
      for (const move of moves) {
        expect(move.from).toBe(each.order);
        expect(isPayoutTransition(move)).toBe(true);
      }
    }
  });

  it('ends the reserve exactly with the order, and the attempt with it', () => {
    for (const each of CASES) {
      const { moves, posting, records } = decidePayout(each);
      const to: OrderStatus | undefined = moves.at(-1)?.to;
      const ends = to !== undefined && isFinal(to);
      const wanted = to === 'SUCCESS' ? 'payout_settle' : 'payout_release';
      expect(posting).toBe(ends ? wanted : undefined);
      if (ends) expect(records).toBe('end');
    }
  });

  it('tells a person of each payment that its order did not end by', () => {
    for (const { attempt, order } of CASES.filter(({ outcome }) => outcome === 'paid')) {
      const { moves, attention } = decidePayout({ attempt, order, outcome: 'paid' });
      const isKnown = attempt === 'paid';
      expect(attention === undefined).toBe(isKnown || moves.length > 0);
    }
  });

  it('tells a person of each payment whose money came back, and moves nothing', () => {
    for (const { order, outcome } of CASES.filter(({ attempt }) => attempt === 'paid')) {
      const { moves, records, attention } = decidePayout({ attempt: 'paid', order, outcome });
      const isReturned = outcome === 'refused' || outcome === 'never_seen';
      expect([moves, records]).toEqual([[], undefined]);
      expect(attention).toBe(isReturned ? 'payout_returned' : undefined);
    }
  });

  it.each<[PayoutTerms['outcome'], OrderStatus, string[]]>([
    ['paid', 'IN_PROGRESS', ['SUCCESS provider_paid']],
    ['refused', 'PROCESS_PENDING', ['FAILED provider_refused']],
    ['never_seen', 'IN_PROGRESS', ['FAILED provider_refused']],
    ['pending', 'IN_PROGRESS', ['PROCESS_PENDING provider_pending']],
    ['pending', 'PROCESS_PENDING', []],
    ['unknown', 'IN_PROGRESS', ['PROCESS_PENDING provider_silent']],
    ['unknown', 'PROCESS_PENDING', []],
  ])('moves an order by "%s" from %s to %j', (outcome, order, expected) => {
    const { moves } = decidePayout({ attempt: 'open', order, outcome });
    expect(moves.map(({ to, cause }) => `${to} ${cause}`)).toEqual(expected);
  });
});
