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

/** Where the customer goes back to, as the order stands now; undefined where the merchant gave none. */
export function returnUrlFor(status: OrderStatus, urls: ReturnUrls): string | undefined {
  return urls[RETURN_KIND[status]];
}
