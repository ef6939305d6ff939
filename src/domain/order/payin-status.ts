import type { OrderStatus } from './status.ts';
import { canMove, sources, type Transition } from './transition.ts';

export type PayinCause =
  | 'accepted'
  | 'refused'
  | 'card_data_accepted'
  | 'provider_pending'
  | 'challenge_required'
  | 'provider_silent'
  | 'provider_approved'
  | 'provider_declined'
  | 'soft_decline'
  | 'attempt_never_seen'
  | 'waiting_time_exceeded'
  | 'cancelled'
  | 'challenge_abandoned'
  | 'operator';

/** Every road of a payin. A provider's silence never fails an order: it waits for the truth. */
export const PAYIN_TRANSITIONS = [
  { from: null, to: 'CREATED', cause: 'accepted' },
  { from: null, to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'IN_PROGRESS', cause: 'card_data_accepted' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_pending' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'challenge_required' },
  { from: 'IN_PROGRESS', to: 'PROCESS_PENDING', cause: 'provider_silent' },
  { from: 'IN_PROGRESS', to: 'SUCCESS', cause: 'provider_approved' },
  { from: 'PROCESS_PENDING', to: 'SUCCESS', cause: 'provider_approved' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'provider_declined' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'provider_declined' },
  { from: 'IN_PROGRESS', to: 'CREATED', cause: 'soft_decline' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'soft_decline' },
  { from: 'IN_PROGRESS', to: 'CREATED', cause: 'attempt_never_seen' },
  { from: 'PROCESS_PENDING', to: 'CREATED', cause: 'attempt_never_seen' },
  { from: 'CREATED', to: 'CLOSED', cause: 'waiting_time_exceeded' },
  { from: 'CREATED', to: 'CLOSED', cause: 'cancelled' },
  { from: 'PROCESS_PENDING', to: 'CLOSED', cause: 'challenge_abandoned' },
  { from: 'CREATED', to: 'FAILED', cause: 'refused' },
  { from: 'CREATED', to: 'FAILED', cause: 'operator' },
  { from: 'IN_PROGRESS', to: 'FAILED', cause: 'operator' },
  { from: 'PROCESS_PENDING', to: 'FAILED', cause: 'operator' },
] as const satisfies Transition<PayinCause>[];

export function canMovePayin(from: OrderStatus | null, to: OrderStatus): boolean {
  return canMove(PAYIN_TRANSITIONS, from, to);
}

/** The statuses a payin may be in just before `to`. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return sources(PAYIN_TRANSITIONS, to);
}
