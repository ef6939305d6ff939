import type { Checkout } from '#contract/checkout.ts';
import { OrdersClient } from '#contract/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';

import { pageConfig } from './settings.ts';

/** The page does without sooner than it lets a shopper wait. */
const TIMEOUT_MS = 1500;

let client: OrdersClient | undefined;

/**
 * What surrounds an order's form: merchant, accepted brands, waiting time. It is the service's own
 * private read; another deployment answers 404, and then, as on any failure, the page does without.
 */
export const readSurroundings = async (orderId: string): Promise<Checkout | undefined> => {
  client ??= new OrdersClient({ ...pageConfig().orders, timeoutMs: TIMEOUT_MS });
  const answer = await client.call(ENDPOINTS.getCheckout, { params: { id: orderId } });
  return answer.ok ? answer.value : undefined;
};
