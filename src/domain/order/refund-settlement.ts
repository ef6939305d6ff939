import type { RefundCause } from './transition.ts';
import {
  decideByMatrix,
  type SettlementDecision,
  type SettlementRow,
  type SettlementTerms,
} from './settlement-matrix.ts';
import { ORDER_STATUSES, type OrderStatus } from './status.ts';

export interface RefundTerms extends SettlementTerms {
  /**
   * `failed`: it ended otherwise than refunded. `made`: and the acquirer made the refund after that. `returned`: and
   * reported that its money came back; `made_and_returned` if it reported both.
   */
  attempt: 'open' | 'refunded' | 'failed' | 'made' | 'returned' | 'made_and_returned';
  /**
   * `refused`: the payer does not get the money. `request_refused`: the acquirer did not make the refund when it was
   * asked to. `returned`: it made the refund, and the money came back. `unknown`: it did not answer.
   */
  outcome:
    | 'refunded'
    | 'refused'
    | 'request_refused'
    | 'returned'
    | 'never_seen'
    | 'pending'
    | 'unknown';
  condition: 'debited';
  cause: RefundCause;
  attention: 'refund_made_after_end' | 'refund_returned';
}

const UNDER_WAY = { attempt: ['open'], order: ['IN_PROGRESS', 'PROCESS_PENDING'] } as const;
const AFTER_END = { order: ORDER_STATUSES } as const;

/**
 * What reports do to a refund and its attempt. An acquirer without a status inquiry reports one refund several times,
 * in any order: that its money came back counts more than that it was made, even if it arrives first.
 */
export const REFUND_MATRIX: readonly SettlementRow<RefundTerms>[] = [
  {
    ...UNDER_WAY,
    outcome: ['refunded'],
    records: 'end',
    moves: [{ to: 'SUCCESS', cause: 'provider_refunded' }],
    posting: 'refund_settle',
  },
  {
    ...UNDER_WAY,
    outcome: ['refused', 'request_refused', 'returned', 'never_seen'],
    records: 'end',
    moves: [{ to: 'FAILED', cause: 'provider_refused' }],
    posting: 'refund_release',
  },
  {
    ...UNDER_WAY,
    outcome: ['pending'],
    records: 'next_inquiry',
    moves: [{ to: 'PROCESS_PENDING', cause: 'provider_pending' }],
  },
  {
    ...UNDER_WAY,
    outcome: ['unknown'],
    moves: [{ to: 'PROCESS_PENDING', cause: 'provider_silent' }],
  },
  {
    ...AFTER_END,
    attempt: ['failed'],
    outcome: ['refunded'],
    records: 'late_report',
    attention: 'refund_made_after_end',
  },
  {
    ...AFTER_END,
    attempt: ['returned'],
    outcome: ['refunded'],
    records: 'late_report',
    attention: 'refund_returned',
  },
  {
    ...AFTER_END,
    attempt: ['refunded'],
    outcome: ['refused', 'request_refused', 'returned'],
    attention: 'refund_returned',
  },
  { ...AFTER_END, attempt: ['failed'], outcome: ['returned'], records: 'return' },
  {
    ...AFTER_END,
    attempt: ['made'],
    outcome: ['refused', 'returned'],
    when: { debited: false },
    records: 'return',
    attention: 'refund_returned',
  },
  {
    ...AFTER_END,
    attempt: ['made'],
    outcome: ['refused', 'returned'],
    when: { debited: true },
    records: 'return',
    posting: 'refund_return',
    attention: 'refund_returned',
  },
];

export function decideRefund(
  report: Pick<RefundTerms, 'attempt' | 'outcome'> & { order: OrderStatus; isDebited: boolean },
): SettlementDecision<RefundTerms> {
  return decideByMatrix(REFUND_MATRIX, { ...report, conditions: { debited: report.isDebited } });
}
