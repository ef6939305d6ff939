import { describeStatus } from '$lib/server/checkout/describe-status.ts';
import { closed } from '$lib/server/checkout/closed.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import { pageConfig } from '$lib/server/settings.ts';
import { orderAddress, readArrival, statusAddress } from '$lib/server/checkout/status-address.ts';

import type { Actions, PageServerLoad } from './$types';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const load: PageServerLoad = async (event) => {
  const nowMs = Date.now();
  const { order, checkout, terms, receipt, endedBy } = await openCheckout(event, nowMs);
  const arrival = readArrival(event.url.searchParams, nowMs);
  const view = describeStatus(order, arrival, {
    pendingAfterMs: pageConfig().pendingAfterSeconds * 1000,
    attemptsLeft: terms.attemptsLeft,
    endedBy,
  });
  if (view === undefined) return goTo(orderAddress(order.id));
  const isClosed = view.state === 'expired' || view.state === 'cancelled';
  return isClosed ? closed(checkout, view, receipt) : { checkout, view, receipt };
};

export const actions: Actions = {
  /** An issuer's page posts the shopper back, from its own site. Nothing is read but the order's id. */
  default: ({ params }) => goTo(statusAddress(params.id, { sinceMs: Date.now() })),
};
