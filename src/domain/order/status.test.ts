import { describe, expect, it } from 'vitest';

import { canMovePayin, PAYIN_TRANSITIONS, statusesBefore } from './payin-status.ts';
import { canMovePayout, PAYOUT_TRANSITIONS, payoutStatusesBefore } from './payout-status.ts';
import { FINAL_STATUSES, isFinal, ORDER_STATUSES, type OrderStatus } from './status.ts';

const reachable = (canMove: (from: OrderStatus, to: OrderStatus) => boolean, from: OrderStatus) =>
  ORDER_STATUSES.filter((to) => canMove(from, to));

describe('a payin', () => {
  it.each<[OrderStatus, OrderStatus[]]>([
    ['CREATED', ['IN_PROGRESS', 'FAILED', 'CLOSED']],
    ['IN_PROGRESS', ['CREATED', 'PROCESS_PENDING', 'SUCCESS', 'FAILED']],
    ['PROCESS_PENDING', ['CREATED', 'SUCCESS', 'FAILED', 'CLOSED']],
    ['SUCCESS', []],
    ['FAILED', []],
    ['CLOSED', []],
  ])('moves from %s to %j and nowhere else', (from, to) => {
    expect(reachable(canMovePayin, from)).toEqual(to);
  });

  it('begins as CREATED, or FAILED when it is refused', () => {
    expect(ORDER_STATUSES.filter((to) => canMovePayin(null, to))).toEqual(['CREATED', 'FAILED']);
  });

  it('tells an UPDATE which statuses it may find', () => {
    expect(statusesBefore('SUCCESS')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING']);
    expect(statusesBefore('CREATED')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING']);
    expect(statusesBefore('CLOSED')).toEqual(['CREATED', 'PROCESS_PENDING']);
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
    expect(reachable(canMovePayout, from)).toEqual(to);
  });

  it('begins as CREATED, or FAILED when it is refused', () => {
    expect(ORDER_STATUSES.filter((to) => canMovePayout(null, to))).toEqual(['CREATED', 'FAILED']);
  });

  it('tells an UPDATE which statuses it may find', () => {
    expect(payoutStatusesBefore('FAILED')).toEqual(['IN_PROGRESS', 'PROCESS_PENDING', 'CREATED']);
  });
});

it('final statuses absorb, in both tables', () => {
  expect(ORDER_STATUSES.filter(isFinal)).toEqual(FINAL_STATUSES);
  for (const { from } of [...PAYIN_TRANSITIONS, ...PAYOUT_TRANSITIONS])
    expect(from !== null && isFinal(from)).toBe(false);
});
