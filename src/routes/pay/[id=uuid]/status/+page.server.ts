import { describeCheckout } from '$lib/server/describe-checkout.ts';
import { describeStatus } from '$lib/server/describe-status.ts';
import { expired } from '$lib/server/expired.ts';
import { goTo, readOrder } from '$lib/server/read-order.ts';
import { pageConfig } from '$lib/server/settings.ts';
import { orderAddress, readArrival, statusAddress } from '$lib/server/status-address.ts';

import type { Actions, PageServerLoad } from './$types';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const load: PageServerLoad = async ({ params, url, locals }) => {
  const order = await readOrder(params.id);
  const arrival = readArrival(url.searchParams, Date.now());
  const view = describeStatus(order, arrival, pageConfig().pendingAfterSeconds * 1000);
  if (view === undefined) return goTo(orderAddress(order.id));
  const checkout = describeCheckout(order, locals.language);
  if (view.state === 'expired') return expired(checkout, view);
  return { checkout, view };
};

export const actions: Actions = {
  /** An issuer's page posts the shopper back, from its own site. Nothing is read but the order's id. */
  default: ({ params }) => goTo(statusAddress(params.id, { sinceMs: Date.now() })),
};
