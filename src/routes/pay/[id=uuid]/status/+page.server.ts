import { closed } from '$lib/server/checkout/closed.ts';
import { describeStatus } from '$lib/server/checkout/describe/status.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import {
  foreignParameters,
  orderAddress,
  readArrival,
} from '$lib/server/checkout/status-address.ts';
import { takeBack } from '$lib/server/checkout/take-back.ts';
import { pageConfig } from '$lib/server/settings.ts';

import type { Actions, PageServerLoad } from './$types';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const load: PageServerLoad = async ({ params, url, locals }) => {
  const nowMs = Date.now();
  const returned = foreignParameters(url.searchParams);
  if (returned.length > 0) await takeBack(params.id, returned);
  const { order, checkout, terms, receipt, endedBy, isOwn } = await openCheckout(
    { params, locals },
    nowMs,
  );
  const view = describeStatus(order, readArrival(url.searchParams, nowMs), {
    pendingAfterMs: pageConfig().pendingAfterSeconds * 1000,
    attemptsLeft: terms.attemptsLeft,
    endedBy,
    isOwn,
  });
  if (view === undefined) return goTo(orderAddress(order.id));
  if (view.state === 'expired' || view.state === 'cancelled')
    return closed(checkout, view, receipt);
  return { checkout, view, receipt };
};

export const actions: Actions = {
  /** An issuer's page posts the shopper back, from its own site. */
  default: async ({ params, request }) => takeBack(params.id, await request.formData()),
};
