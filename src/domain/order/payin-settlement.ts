import { attemptsLeft, type AttemptOutcome } from './attempt.ts';
import type { PayinCause } from './transition.ts';
import {
  decideByMatrix,
  type SettlementDecision,
  type SettlementRow,
  type SettlementTerms,
} from './settlement-matrix.ts';
import { isUnderWay, type OrderStatus } from './status.ts';

/**
 * What an acquirer reports about a payin's attempt. `instructed`: the payer must follow instructions. `amount_received`:
 * what arrived reaches the amount, although the acquirer has not approved the payment. `unknown`: it did not answer.
 */
export type PayinOutcome =
  | AttemptOutcome
  | 'amount_received'
  | 'challenge'
  | 'instructed'
  | 'pending'
  | 'unknown';

/** `approved_late`: after it had ended otherwise. */
export type PayinAttemptState = 'open' | 'approved' | 'ended' | 'approved_late';

export interface PayinTerms extends SettlementTerms {
  attempt: PayinAttemptState;
  outcome: PayinOutcome;
  condition: 'by card' | 'payable again' | 'receipts' | 'same payment' | 'contradicts';
  cause: PayinCause;
  attention: 'payin_approved_after_end' | 'provider_contradicts';
}

const UNDER_WAY = ['IN_PROGRESS', 'PROCESS_PENDING'] as const satisfies OrderStatus[];
const NOT_UNDER_WAY = ['CREATED', 'SUCCESS', 'FAILED', 'CLOSED'] as const satisfies OrderStatus[];
const ANY = [...UNDER_WAY, ...NOT_UNDER_WAY] as const;
const UNSEEN = ['never_seen', 'not_taken'] as const satisfies PayinOutcome[];
const UNPAID = ['soft_decline', 'hard_decline', 'never_seen', 'abandoned'] as const;

const OPEN = { attempt: ['open'], order: UNDER_WAY } as const;
const ENDS = { ...OPEN, records: 'end' } as const;
const WAITS = { ...OPEN, records: 'next_inquiry' } as const;
/** The open attempt of an order that was ended otherwise. */
const LATE = { attempt: ['open'], order: NOT_UNDER_WAY } as const;
const CHALLENGED = { to: 'PROCESS_PENDING', cause: 'challenge_required' } as const;
const INSTRUCTED = { to: 'PROCESS_PENDING', cause: 'instructions_given' } as const;
const DECLINED = { to: 'FAILED', cause: 'provider_declined' } as const;

/**
 * What reports do to a payin and its attempt. A challenge or transfer that was abandoned had begun, so an order that is
 * still IN_PROGRESS then passes through PROCESS_PENDING.
 */
export const PAYIN_MATRIX: readonly SettlementRow<PayinTerms>[] = [
  {
    ...ENDS,
    outcome: ['approved'],
    moves: [{ to: 'SUCCESS', cause: 'provider_approved' }],
    posting: 'payin_success',
  },
  {
    ...ENDS,
    outcome: ['amount_received'],
    moves: [{ to: 'SUCCESS', cause: 'amount_received' }],
    posting: 'payin_success',
  },
  { ...ENDS, outcome: ['hard_decline'], moves: [DECLINED] },
  {
    ...ENDS,
    outcome: ['soft_decline'],
    when: { 'payable again': true },
    moves: [{ to: 'CREATED', cause: 'soft_decline' }],
  },
  {
    ...ENDS,
    outcome: UNSEEN,
    when: { 'payable again': true },
    moves: [{ to: 'CREATED', cause: 'attempt_never_seen' }],
  },
  {
    ...ENDS,
    outcome: ['soft_decline', ...UNSEEN],
    when: { 'payable again': false },
    moves: [DECLINED],
  },
  {
    ...ENDS,
    outcome: ['abandoned'],
    when: { 'by card': true, 'payable again': true },
    moves: [CHALLENGED, { to: 'CREATED', cause: 'challenge_given_up' }],
  },
  {
    ...ENDS,
    outcome: ['abandoned'],
    when: { 'by card': true, 'payable again': false },
    moves: [CHALLENGED, { to: 'CLOSED', cause: 'challenge_abandoned' }],
  },
  {
    ...ENDS,
    outcome: ['abandoned'],
    when: { 'by card': false, 'payable again': true },
    moves: [INSTRUCTED, { to: 'CREATED', cause: 'payment_given_up' }],
  },
  {
    ...ENDS,
    outcome: ['abandoned'],
    when: { 'by card': false, 'payable again': false },
    moves: [INSTRUCTED, { to: 'CLOSED', cause: 'payment_abandoned' }],
  },
  { ...WAITS, outcome: ['challenge'], moves: [CHALLENGED] },
  { ...WAITS, outcome: ['instructed'], moves: [INSTRUCTED] },
  {
    ...WAITS,
    outcome: ['pending'],
    moves: [{ to: 'PROCESS_PENDING', cause: 'provider_pending' }],
  },
  {
    ...OPEN,
    outcome: ['unknown'],
    moves: [{ to: 'PROCESS_PENDING', cause: 'provider_silent' }],
  },
  {
    ...LATE,
    outcome: ['approved'],
    when: { receipts: false },
    records: 'end',
    attention: 'payin_approved_after_end',
  },
  { ...LATE, outcome: ['approved'], when: { receipts: true }, records: 'end' },
  { ...LATE, outcome: ['hard_decline', 'soft_decline', ...UNSEEN, 'abandoned'], records: 'end' },
  { ...LATE, outcome: ['challenge', 'instructed', 'pending'], records: 'next_inquiry' },
  {
    attempt: ['ended'],
    order: ANY,
    outcome: ['approved'],
    when: { receipts: false },
    records: 'late_report',
    attention: 'payin_approved_after_end',
  },
  {
    attempt: ['approved', 'approved_late'],
    order: ANY,
    outcome: ['approved'],
    when: { receipts: false, 'same payment': false },
    attention: 'provider_contradicts',
  },
  {
    attempt: ['approved'],
    order: ANY,
    outcome: UNPAID,
    when: { contradicts: true },
    attention: 'provider_contradicts',
  },
];

/** What arrived, compared with the amount. `enough`: less, but no more is missing than the method tolerates. */
export type Arrived = 'nothing' | 'less' | 'enough' | 'all' | 'more';

/** What becomes of money that arrived for an attempt in receipts, besides the credit of its order. */
export interface ReceiptRow {
  /** `paid`: it ended approved, and its order is SUCCESS. */
  attempt: 'open' | 'paid' | 'ended';
  /** The order's status after the report. */
  order: readonly OrderStatus[];
  arrived: readonly Arrived[];
  /** Charges the merchant what is missing. */
  posting?: 'payin_shortfall';
  attention?: 'received_less' | 'received_more' | 'received_late';
  /** What the entry of the exception queue says, and is not said again: all that arrived, or what is above the amount. */
  queued?: 'all' | 'excess';
}

const SOME = ['less', 'enough', 'all', 'more'] as const satisfies Arrived[];

/** At the end of the attempt of an order that was under way, and at any report about one that was not. */
export const RECEIPT_MATRIX: readonly ReceiptRow[] = [
  { attempt: 'open', order: ['SUCCESS'], arrived: ['enough'], posting: 'payin_shortfall' },
  {
    attempt: 'open',
    order: ['SUCCESS'],
    arrived: ['more'],
    attention: 'received_more',
    queued: 'excess',
  },
  { attempt: 'open', order: ['SUCCESS'], arrived: ['less'], attention: 'received_less' },
  {
    attempt: 'open',
    order: ['CREATED', 'FAILED', 'CLOSED'],
    arrived: SOME,
    attention: 'received_less',
    queued: 'all',
  },
  {
    attempt: 'paid',
    order: ['SUCCESS'],
    arrived: ['more'],
    attention: 'received_more',
    queued: 'excess',
  },
  { attempt: 'ended', order: ANY, arrived: SOME, attention: 'received_late', queued: 'all' },
];

/** What a decision about a payin is made from. */
export interface PayinFacts {
  attempt: PayinAttemptState;
  order: OrderStatus;
  outcome: PayinOutcome;
  isByCard: boolean;
  /** Whether the order's waiting time is over. */
  isExpired: boolean;
  /** How many attempts the order allows; were made, with this one; and were declined, without it. */
  attempts: { most: number; made: number; declined: number };
  /** Whether the approval names the payment that the attempt was approved by. */
  isSamePayment: boolean;
  /** Whether a notification caused the report. */
  isNotified: boolean;
  receipts: {
    /** Whether the report has any. */
    isReported: boolean;
    /** The sum of all of the attempt's receipts, with those of the report. */
    receivedMinor: bigint;
    /** What has to arrive, and what may be missing. */
    amountMinor: bigint;
    toleranceMinor: bigint;
    /** What was accepted as missing before. */
    shortfallMinor: bigint;
  };
}

export interface PayinDecision extends SettlementDecision<PayinTerms> {
  /** The outcome that the matrix was read with. */
  outcome: PayinOutcome;
  /** What becomes of the receipts; undefined if nothing does. */
  receipts: ReceiptRow | undefined;
}

/** Decides what a report does to a payin and its attempt. */
export function decidePayin(facts: PayinFacts): PayinDecision {
  const { attempt, order, receipts } = facts;
  const { receivedMinor } = receipts;
  const outcome = isPaidInFull(facts) ? 'amount_received' : facts.outcome;
  const decision = decideByMatrix(PAYIN_MATRIX, {
    attempt,
    order,
    outcome,
    conditions: {
      'by card': facts.isByCard,
      'payable again': mayBePaidAgain(facts),
      receipts: attempt === 'open' ? receivedMinor > 0n : receipts.isReported,
      'same payment': facts.isSamePayment,
      contradicts: facts.isNotified && !isEnough(receipts),
    },
  });
  return { ...decision, outcome, receipts: decideReceipts(facts, decision) };
}

/** Whatever the acquirer calls the outcome, the whole amount, less the tolerance, pays an order that is under way. */
function isPaidInFull({ attempt, order, outcome, receipts }: PayinFacts): boolean {
  return (
    attempt === 'open' &&
    isUnderWay(order) &&
    outcome !== 'approved' &&
    outcome !== 'unknown' &&
    isEnough(receipts)
  );
}

function isEnough(receipts: PayinFacts['receipts']): boolean {
  const arrived = compareArrived(receipts);
  return arrived !== 'nothing' && arrived !== 'less';
}

/** A challenge or transfer that was abandoned frees the order only in time: nobody comes back after that. */
function mayBePaidAgain({ outcome, isExpired, attempts, receipts }: PayinFacts): boolean {
  if (outcome === 'abandoned' && isExpired) return false;
  const declined = attempts.declined + (outcome === 'soft_decline' ? 1 : 0);
  return (
    receipts.receivedMinor === 0n && attemptsLeft(attempts.most, { ...attempts, declined }) > 0
  );
}

function decideReceipts(
  { attempt, order, outcome, receipts }: PayinFacts,
  { records, moves }: SettlementDecision<PayinTerms>,
): ReceiptRow | undefined {
  const isOpen = attempt === 'open';
  const wasUnderWay = isOpen && isUnderWay(order);
  // Until the attempt of an order under way ends, more may arrive. After its end, only reported receipts matter.
  if (wasUnderWay ? records !== 'end' : !isOpen && !receipts.isReported) return undefined;
  if (outcome === 'unknown') return undefined;
  const isPaid = attempt === 'approved' && order === 'SUCCESS';
  const state = wasUnderWay ? 'open' : isPaid ? 'paid' : 'ended';
  const status = moves.at(-1)?.to ?? order;
  const arrived = compareArrived(receipts);
  return RECEIPT_MATRIX.find(
    (row) => row.attempt === state && row.order.includes(status) && row.arrived.includes(arrived),
  );
}

function compareArrived({
  receivedMinor,
  amountMinor,
  toleranceMinor,
  shortfallMinor,
}: PayinFacts['receipts']): Arrived {
  if (receivedMinor === 0n) return 'nothing';
  const dueMinor = amountMinor - shortfallMinor;
  if (receivedMinor > dueMinor) return 'more';
  if (receivedMinor === dueMinor) return 'all';
  return receivedMinor + toleranceMinor >= dueMinor ? 'enough' : 'less';
}
