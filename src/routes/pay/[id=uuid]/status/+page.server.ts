import { describeStatus } from '$lib/server/checkout/describe-status.ts';
import { completeChallenge } from '$lib/server/checkout/complete-challenge.ts';
import { closed } from '$lib/server/checkout/closed.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import { pageConfig } from '$lib/server/settings.ts';
import {
  foreignParameters,
  orderAddress,
  readArrival,
  statusAddress,
} from '$lib/server/checkout/status-address.ts';

import type { Actions, PageServerLoad } from './$types';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const load: PageServerLoad = async (event) => {
  const nowMs = Date.now();
  const returned = foreignParameters(event.url.searchParams);
  if (returned.length > 0) await takeBack(event.params.id, returned);
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
  /** An issuer's page posts the shopper back, from its own site. */
  default: async ({ params, request }) => takeBack(params.id, await request.formData()),
};

/** What came back stays in no address. */
const takeBack = async (id: string, returned: Iterable<[string, unknown]>): Promise<never> => {
  await completeChallenge(id, returned);
  return goTo(statusAddress(id, { sinceMs: Date.now() }));
};
