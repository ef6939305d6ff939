import { describe, expect, it } from 'vitest';
import { decideRefund, REFUND_MATRIX, type RefundTerms } from './refund-settlement.ts';
import { isRefundTransition } from './transition.ts';
import { applies } from './settlement-matrix.ts';
import { isUnderWay, ORDER_STATUSES } from './status.ts';

const ATTEMPTS = [
  'open',
  'refunded',
  'failed',
  'made',
  'returned',
  'made_and_returned',
] as const satisfies RefundTerms['attempt'][];
const OUTCOMES = [
  'refunded',
  'refused',
  'request_refused',
  'returned',
  'never_seen',
  'pending',
  'unknown',
] as const satisfies RefundTerms['outcome'][];
const CASES = ATTEMPTS.flatMap((attempt) =>
  ORDER_STATUSES.flatMap((order) =>
    OUTCOMES.flatMap((outcome) =>
      [true, false].map((isDebited) => ({ attempt, order, outcome, isDebited })),
    ),
  ),
);

describe('REFUND_MATRIX', () => {
  it('has at most one row for any case, and one for each of an open attempt whose refund is under way', () => {
    for (const each of CASES) {
      const conditions = { debited: each.isDebited };
      const rows = REFUND_MATRIX.filter((row) => applies(row, { ...each, conditions }));
      const isOpen = each.attempt === 'open' && isUnderWay(each.order);
      expect(rows.length).toBeLessThanOrEqual(1);
      if (isOpen) expect({ ...each, rows: rows.length }).toEqual({ ...each, rows: 1 });
    }
  });
});

describe('decideRefund', () => {
  it('moves only refunds under way, with an open attempt, by transitions in the table', () => {
    for (const each of CASES) {
      const { moves } = decideRefund(each);
      if (each.attempt !== 'open' || !isUnderWay(each.order)) expect(moves).toEqual([]);
      for (const move of moves) expect(isRefundTransition(move)).toBe(true);
    }
  });

  it.each<[RefundTerms['outcome'], string, string | undefined]>([
    ['refunded', 'SUCCESS provider_refunded', 'refund_settle'],
    ['refused', 'FAILED provider_refused', 'refund_release'],
    ['request_refused', 'FAILED provider_refused', 'refund_release'],
    ['returned', 'FAILED provider_refused', 'refund_release'],
    ['never_seen', 'FAILED provider_refused', 'refund_release'],
    ['pending', 'PROCESS_PENDING provider_pending', undefined],
    ['unknown', 'PROCESS_PENDING provider_silent', undefined],
  ])('moves a refund that is IN_PROGRESS by "%s" to %s, and posts %s', (outcome, to, posting) => {
    const decision = decideRefund({
      attempt: 'open',
      order: 'IN_PROGRESS',
      outcome,
      isDebited: false,
    });
    expect(decision.moves.map((move) => `${move.to} ${move.cause}`)).toEqual([to]);
    expect(decision.posting).toBe(posting);
  });

  it.each<[RefundTerms['attempt'], RefundTerms['outcome'], object]>([
    ['failed', 'refunded', { records: 'late_report', attention: 'refund_made_after_end' }],
    ['returned', 'refunded', { records: 'late_report', attention: 'refund_returned' }],
    ['made', 'refunded', { records: undefined, attention: undefined }],
    ['made_and_returned', 'refunded', { records: undefined, attention: undefined }],
    ['refunded', 'refunded', { records: undefined, attention: undefined }],
    ['refunded', 'returned', { records: undefined, attention: 'refund_returned' }],
    ['refunded', 'request_refused', { records: undefined, attention: 'refund_returned' }],
    ['failed', 'returned', { records: 'return', attention: undefined }],
    ['failed', 'refused', { records: undefined, attention: undefined }],
    ['made', 'refused', { records: 'return', attention: 'refund_returned' }],
    ['made', 'returned', { records: 'return', attention: 'refund_returned' }],
    ['made', 'request_refused', { records: undefined, attention: undefined }],
    ['returned', 'returned', { records: undefined, attention: undefined }],
    ['made_and_returned', 'refused', { records: undefined, attention: undefined }],
  ])('after its end (%s), a report that it was %s', (attempt, outcome, wanted) => {
    const order = attempt === 'refunded' ? 'SUCCESS' : 'FAILED';
    expect(decideRefund({ attempt, order, outcome, isDebited: false })).toMatchObject(wanted);
  });

  it('posts the debit of a refund back when its money comes back, if it was posted', () => {
    const back = { attempt: 'made', order: 'FAILED', outcome: 'returned' } as const;
    expect(decideRefund({ ...back, isDebited: true }).posting).toBe('refund_return');
    expect(decideRefund({ ...back, isDebited: false }).posting).toBeUndefined();
  });
});
