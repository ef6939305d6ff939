import { OrdersClient } from '#contract/client/client.ts';
import { serviceFetch } from '#contract/client/in-process.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { pageConfig } from '../settings.ts';
import { tracedFetch } from '../traced-fetch.ts';
import { readOrder } from './read-order.ts';

/** The page does without sooner than it lets a shopper wait. */
const TIMEOUT_MS = 1500;

let client: OrdersClient | undefined;

/** An order, and what surrounds its form as far as the service says: merchant, brands, waiting time. */
export interface ReadCheckout {
  order: PayinOrder;
  surroundings: Surroundings | undefined;
}

/**
 * The service's own private read tells all at once. Another deployment answers 404 there, and then, as
 * on any failure, the order is read by the interface and the page does without the rest.
 */
export const readCheckout = async (id: string): Promise<ReadCheckout> => {
  client ??= new OrdersClient({
    ...pageConfig().orders,
    fetch: tracedFetch(serviceFetch()),
    timeoutMs: TIMEOUT_MS,
  });
  const answer = await client.call(ENDPOINTS.getCheckout, { params: { id } });
  if (answer.ok && (answer.value.order.payment_source ?? 'CARD') === 'CARD') {
    return { order: answer.value.order, surroundings: answer.value };
  }
  return { order: await readOrder(id), surroundings: undefined };
};
