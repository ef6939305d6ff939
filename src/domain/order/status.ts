export const ORDER_STATUSES = [
  'CREATED',
  'IN_PROGRESS',
  'PROCESS_PENDING',
  'SUCCESS',
  'FAILED',
  'CLOSED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export function isOrderStatus(text: string): text is OrderStatus {
  const statuses: readonly string[] = ORDER_STATUSES;
  return statuses.includes(text);
}

/** No transition leaves a final status, and reaching one sends the webhook. */
export const FINAL_STATUSES = ['SUCCESS', 'FAILED', 'CLOSED'] as const satisfies OrderStatus[];
export type FinalStatus = (typeof FINAL_STATUSES)[number];

export function isFinal(status: OrderStatus): status is FinalStatus {
  const finals: readonly OrderStatus[] = FINAL_STATUSES;
  return finals.includes(status);
}

/** Tells whether an order waits for its acquirer. Only then do the acquirer's reports change it. */
export function isUnderWay(status: OrderStatus): status is 'IN_PROGRESS' | 'PROCESS_PENDING' {
  return status === 'IN_PROGRESS' || status === 'PROCESS_PENDING';
}

/** The statuses of a refund. It succeeds or fails, and can never be closed. */
export type RefundStatus = Exclude<OrderStatus, 'CLOSED'>;
