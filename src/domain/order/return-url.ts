import type { OrderStatus } from './status.ts';

export interface ReturnUrls {
  success?: string | undefined;
  pending?: string | undefined;
  fail?: string | undefined;
}

const RETURN_KIND = {
  CREATED: 'pending',
  IN_PROGRESS: 'pending',
  PROCESS_PENDING: 'pending',
  SUCCESS: 'success',
  FAILED: 'fail',
  CLOSED: 'fail',
} as const satisfies Record<OrderStatus, keyof ReturnUrls>;

/**
 * Returns the URL to send the customer back to for an order's current status; undefined if the merchant gave none.
 */
export function returnUrlFor(status: OrderStatus, urls: ReturnUrls): string | undefined {
  return urls[RETURN_KIND[status]];
}
