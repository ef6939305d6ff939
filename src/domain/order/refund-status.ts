import type { OrderStatus } from './status.ts';
import { isTransition, type Transition } from './transition.ts';

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

/** The statuses of a refund. It succeeds or fails, and can never be closed. */
export type RefundStatus = Exclude<OrderStatus, 'CLOSED'>;
