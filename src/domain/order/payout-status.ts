import type { OrderStatus } from './status.ts';
import { isTransition, sources, type Transition } from './transition.ts';

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
