import { describe, expect, it } from 'vitest';

import {
  isPayinTransition,
  PAYIN_CAUSES,
  PAYIN_TRANSITIONS,
  statusesBefore,
  isPayoutTransition,
  PAYOUT_TRANSITIONS,
  payoutStatusesBefore,
  isRefundTransition,
  REFUND_TRANSITIONS,
  type Transition,
} from './transition.ts';
import { FINAL_STATUSES, isFinal, isUnderWay, ORDER_STATUSES, type OrderStatus } from './status.ts';

function reachable(table: readonly Transition[], from: OrderStatus | null) {
  return ORDER_STATUSES.filter((to) => table.some((row) => row.from === from && row.to === to));
}

describe('a payin', () => {
  it.each<[OrderStatus, OrderStatus[]]>([
    ['CREATED', ['IN_PROGRESS', 'FAILED', 'CLOSED']],
    ['IN_PROGRESS', ['CREATED', 'PROCESS_PENDING', 'SUCCESS', 'FAILED']],
    ['PROCESS_PENDING', ['CREATED', 'SUCCESS', 'FAILED', 'CLOSED']],
    ['SUCCESS', []],
    ['FAILED', []],
    ['CLOSED', []],
  ])('moves from %s to %j and nowhere else', (from, to) => {
    expect(reachable(PAYIN_TRANSITIONS, from)).toEqual(to);
  });

  it('starts as CREATED, or as FAILED when refused', () => {
    expect(reachable(PAYIN_TRANSITIONS, null)).toEqual(['CREATED', 'FAILED']);
  });

  it('moves only for a cause of that move', () => {
    const charged = { from: 'IN_PROGRESS', to: 'SUCCESS' } as const;
    expect(isPayinTransition({ ...charged, cause: 'provider_approved' })).toBe(true);
    expect(isPayinTransition({ ...charged, cause: 'operator' })).toBe(false);
  });

  it('lists the statuses that an UPDATE may move from', () => {
    expect(statusesBefore('SUCCESS')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING']);
    expect(statusesBefore('CREATED')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING']);
    expect(statusesBefore('CLOSED')).toEqual(['CREATED', 'PROCESS_PENDING']);
  });
});

describe('a refund', () => {
  it.each<[OrderStatus, OrderStatus[]]>([
    ['CREATED', ['IN_PROGRESS']],
    ['IN_PROGRESS', ['PROCESS_PENDING', 'SUCCESS', 'FAILED']],
    ['PROCESS_PENDING', ['SUCCESS', 'FAILED']],
    ['SUCCESS', []],
    ['FAILED', []],
    ['CLOSED', []],
  ])('moves from %s to %j and nowhere else', (from, to) => {
    expect(reachable(REFUND_TRANSITIONS, from)).toEqual(to);
  });

  it('starts as CREATED, or as FAILED when refused', () => {
    expect(reachable(REFUND_TRANSITIONS, null)).toEqual(['CREATED', 'FAILED']);
  });

  it('succeeds only by its acquirer', () => {
    const ended = { from: 'PROCESS_PENDING', to: 'SUCCESS' } as const;
    expect(isRefundTransition({ ...ended, cause: 'provider_refunded' })).toBe(true);
    expect(isRefundTransition({ ...ended, cause: 'provider_pending' })).toBe(false);
  });
});

describe('a payout', () => {
  it.each<[OrderStatus, OrderStatus[]]>([
    ['CREATED', ['IN_PROGRESS', 'FAILED']],
    ['IN_PROGRESS', ['PROCESS_PENDING', 'SUCCESS', 'FAILED']],
    ['PROCESS_PENDING', ['SUCCESS', 'FAILED']],
    ['SUCCESS', []],
    ['FAILED', []],
    ['CLOSED', []],
  ])('moves from %s to %j and nowhere else', (from, to) => {
    expect(reachable(PAYOUT_TRANSITIONS, from)).toEqual(to);
  });

  it('starts as CREATED, or as FAILED when refused', () => {
    expect(reachable(PAYOUT_TRANSITIONS, null)).toEqual(['CREATED', 'FAILED']);
  });

  it('moves only for a cause of that move', () => {
    const paid = { from: 'PROCESS_PENDING', to: 'SUCCESS' } as const;
    expect(isPayoutTransition({ ...paid, cause: 'provider_paid' })).toBe(true);
    expect(isPayoutTransition({ ...paid, cause: 'provider_refused' })).toBe(false);
  });

  it('lists the statuses that an UPDATE may move from', () => {
    expect(payoutStatusesBefore('FAILED')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING', 'CREATED']);
  });
});

it("a payin moves exactly by the table's rows of status, status and cause", () => {
  const moves = [null, ...ORDER_STATUSES].flatMap((from) =>
    ORDER_STATUSES.flatMap((to) => PAYIN_CAUSES.map((cause) => ({ from, to, cause }))),
  );
  const allowed = moves.filter(isPayinTransition);
  expect(allowed).toHaveLength(PAYIN_TRANSITIONS.length);
  expect(allowed).toEqual(expect.arrayContaining([...PAYIN_TRANSITIONS]));
});

it('an order is under way while it waits for its acquirer', () => {
  expect(ORDER_STATUSES.filter(isUnderWay)).toEqual(['IN_PROGRESS', 'PROCESS_PENDING']);
});

it('no transition leaves a final status, in both tables', () => {
  expect(ORDER_STATUSES.filter(isFinal)).toEqual(FINAL_STATUSES);
  for (const { from } of [...PAYIN_TRANSITIONS, ...PAYOUT_TRANSITIONS])
    expect(from !== null && isFinal(from)).toBe(false);
});
