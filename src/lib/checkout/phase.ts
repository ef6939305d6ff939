import type { OrderStatus } from '#domain/order/status.ts';

/** Where a shopper stands with an order: what its page shows. */
export type Phase = 'form' | 'waiting' | 'paid' | 'declined' | 'expired';

const PHASES = {
  CREATED: 'form',
  IN_PROGRESS: 'waiting',
  PROCESS_PENDING: 'waiting',
  SUCCESS: 'paid',
  FAILED: 'declined',
  CLOSED: 'expired',
} as const satisfies Record<OrderStatus, Phase>;

export const phaseOf = (status: OrderStatus): Phase => PHASES[status];
