import type { PayoutOutcome } from './attempt.ts';
import type { PayoutCause } from './transition.ts';
import {
  decideByMatrix,
  type SettlementDecision,
  type SettlementRow,
  type SettlementTerms,
} from './settlement-matrix.ts';
import { ORDER_STATUSES, type OrderStatus } from './status.ts';

export interface PayoutTerms extends SettlementTerms {
  /** `paid`: before its end or after it. `ended`: in any other way. */
  attempt: 'open' | 'paid' | 'ended';
  /** `unknown`: the acquirer did not answer. */
  outcome: PayoutOutcome | 'pending' | 'unknown';
  condition: never;
  cause: PayoutCause;
  attention: 'payout_paid_after_end' | 'payout_returned';
}

const UNDER_WAY = {
  attempt: ['open'],
  order: ['IN_PROGRESS', 'PROCESS_PENDING'],
} as const;
/** The open attempt of an order that was ended otherwise. */
const LATE = {
  attempt: ['open'],
  order: ['CREATED', 'SUCCESS', 'FAILED', 'CLOSED'],
} as const;

/** What reports do to a payout and its attempt. */
export const PAYOUT_MATRIX: readonly SettlementRow<PayoutTerms>[] = [
  {
    ...UNDER_WAY,
    outcome: ['paid'],
    records: 'end',
    moves: [{ to: 'SUCCESS', cause: 'provider_paid' }],
    posting: 'payout_settle',
  },
  {
    ...UNDER_WAY,
    outcome: ['refused', 'never_seen'],
    records: 'end',
    moves: [{ to: 'FAILED', cause: 'provider_refused' }],
    posting: 'payout_release',
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
  { ...LATE, outcome: ['paid'], records: 'end', attention: 'payout_paid_after_end' },
  { ...LATE, outcome: ['refused', 'never_seen'], records: 'end' },
  { ...LATE, outcome: ['pending'], records: 'next_inquiry' },
  {
    attempt: ['ended'],
    order: ORDER_STATUSES,
    outcome: ['paid'],
    records: 'late_report',
    attention: 'payout_paid_after_end',
  },
  {
    attempt: ['paid'],
    order: ORDER_STATUSES,
    outcome: ['refused', 'never_seen'],
    attention: 'payout_returned',
  },
];

export function decidePayout(
  report: Pick<PayoutTerms, 'attempt' | 'outcome'> & { order: OrderStatus },
): SettlementDecision<PayoutTerms> {
  return decideByMatrix(PAYOUT_MATRIX, { ...report, conditions: {} });
}
