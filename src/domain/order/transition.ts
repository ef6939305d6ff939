import type { OrderStatus } from './status.ts';

/** One allowed transition of an order and its cause. `from` is null at the order's creation. */
export interface Transition<Cause extends string = string> {
  from: OrderStatus | null;
  to: OrderStatus;
  cause: Cause;
}

/** Why a payin goes from one status to the next. */
export const PAYIN_CAUSES = [
  'accepted',
  'refused',
  'card_data_accepted',
  'payment_begun',
  'provider_pending',
  'challenge_required',
  'instructions_given',
  'provider_silent',
  'provider_approved',
  'amount_received',
  'provider_declined',
  'soft_decline',
  'attempt_never_seen',
  'waiting_time_exceeded',
  'cancelled',
  'challenge_given_up',
  'challenge_abandoned',
  'payment_given_up',
  'payment_abandoned',
  'operator',
] as const;
export type PayinCause = (typeof PAYIN_CAUSES)[number];

/**
 * Every transition of a payin. An acquirer's silence never fails an order: it stays pending until the outcome is
 * known.
 */
export const PAYIN_TRANSITIONS = [
  { from: null, to: 'CREATED', cause: 'accepted' },
  { from: null, to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'IN_PROGRESS', cause: 'card_data_accepted' },
  { from: 'CREATED', to: 'IN_PROGRESS', cause: 'payment_begun' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_pending' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'challenge_required' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'instructions_given' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_silent' },
  { from: 'IN_PROGRESS', to: 'SUCCESS', cause: 'provider_approved' },
  { from: 'PROCESS_PENDING', to: 'SUCCESS', cause: 'provider_approved' },
  { from: 'IN_PROGRESS', to: 'SUCCESS', cause: 'amount_received' },
  { from: 'PROCESS_PENDING', to: 'SUCCESS', cause: 'amount_received' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'provider_declined' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'provider_declined' },
  { from: 'IN_PROGRESS', to: 'CREATED', cause: 'soft_decline' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'soft_decline' },
  { from: 'IN_PROGRESS', to: 'CREATED', cause: 'attempt_never_seen' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'attempt_never_seen' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'challenge_given_up' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'payment_given_up' },
  { from: 'CREATED', to: 'CLOSED', cause: 'waiting_time_exceeded' },
  { from: 'CREATED', to: 'CLOSED', cause: 'cancelled' },
  { from: 'PROCESS_PENDING', to: 'CLOSED', cause: 'challenge_abandoned' },
  { from: 'PROCESS_PENDING', to: 'CLOSED', cause: 'payment_abandoned' },
  { from: 'CREATED', to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'FAILED', cause: 'operator' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'operator' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'operator' },
] as const satisfies Transition<PayinCause>[];

export function isPayinTransition(move: Transition<PayinCause>): boolean {
  return isTransition(PAYIN_TRANSITIONS, move);
}

/** The statuses a payin may be in just before `to`. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return sources(PAYIN_TRANSITIONS, to);
}

export type PayoutCause =
  | 'accepted'
  | 'refused'
  | 'amount_reserved'
  | 'provider_pending'
  | 'provider_silent'
  | 'provider_paid'
  | 'provider_refused'
  | 'operator';

/** Every transition of a payout. The amount is reserved in the transaction that starts it. */
export const PAYOUT_TRANSITIONS = [
  { from: null, to: 'CREATED', cause: 'accepted' },
  { from: null, to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'IN_PROGRESS', cause: 'amount_reserved' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_pending' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_silent' },
  { from: 'IN_PROGRESS', to: 'SUCCESS', cause: 'provider_paid' },
  { from: 'PROCESS_PENDING', to: 'SUCCESS', cause: 'provider_paid' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'provider_refused' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'provider_refused' },
  { from: 'CREATED', to: 'FAILED', cause: 'operator' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'operator' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'operator' },
] as const satisfies Transition<PayoutCause>[];

export function isPayoutTransition(move: Transition<PayoutCause>): boolean {
  return isTransition(PAYOUT_TRANSITIONS, move);
}

/** The statuses a payout may be in just before `to`. */
export function payoutStatusesBefore(to: OrderStatus): OrderStatus[] {
  return sources(PAYOUT_TRANSITIONS, to);
}

export type RefundCause =
  | 'accepted'
  | 'refused'
  | 'amount_reserved'
  | 'provider_pending'
  | 'provider_silent'
  | 'provider_refunded'
  | 'provider_refused';

/** Every transition of a refund. The amount is reserved in the transaction that starts it. */
export const REFUND_TRANSITIONS = [
  { from: null, to: 'CREATED', cause: 'accepted' },
  { from: null, to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'IN_PROGRESS', cause: 'amount_reserved' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_pending' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_silent' },
  { from: 'IN_PROGRESS', to: 'SUCCESS', cause: 'provider_refunded' },
  { from: 'PROCESS_PENDING', to: 'SUCCESS', cause: 'provider_refunded' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'provider_refused' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'provider_refused' },
] as const satisfies Transition<RefundCause>[];

export function isRefundTransition(move: Transition<RefundCause>): boolean {
  return isTransition(REFUND_TRANSITIONS, move);
}

export function isTransition(table: readonly Transition[], move: Transition): boolean {
  return table.some(
    ({ from, to, cause }) => from === move.from && to === move.to && cause === move.cause,
  );
}

/** Returns the statuses from which `to` can be reached, for the WHERE clause of an UPDATE. */
function sources(table: readonly Transition[], to: OrderStatus): OrderStatus[] {
  const before = table.flatMap((row) => (row.to === to && row.from !== null ? [row.from] : []));
  return [...new Set(before)];
}
