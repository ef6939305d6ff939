import { error, redirect } from '@sveltejs/kit';

import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { describeStatus } from '$lib/server/checkout/order-state.ts';
import {
  foreignParameters,
  orderAddress,
  readArrival,
  statusAddress,
} from '$lib/server/checkout/status-address.ts';
import { completeChallenge } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

/** Waiting, result, and the way back to the shop, as the order stands now. */
export const load: PageServerLoad = async ({ params, url, locals }) => {
  const nowMs = Date.now();
  const returned = foreignParameters(url.searchParams);
  if (returned.length > 0) await finishChallenge(params.id, returned, locals);
  const { order, checkout, terms, receipt, endedBy, isOwn } = await openCheckout(
    { params, locals },
    nowMs,
  );
  const view = describeStatus(order, readArrival(url.searchParams, nowMs), {
    pendingAfterMs: pageConfig().pendingAfterMs,
    attemptsLeft: terms.attemptsLeft,
    endedBy,
    isOwn,
  });
  if (view === undefined) redirect(303, orderAddress(order.id));
  // An order that nobody can pay any more answers 410, with the same page and way back as any other.
  if (view.state === 'expired' || view.state === 'cancelled') {
    error(410, {
      message: 'The order is closed',
      state: view.state,
      closed: { checkout, view, receipt },
    });
  }
  return { checkout, view, receipt };
};

export const actions: Actions = {
  /** An issuer's page posts the shopper back, from its own site. */
  default: async ({ params, request, locals }) =>
    finishChallenge(params.id, await request.formData(), locals),
};

/** An issuer's page sent the shopper back. What came with them stays in no address. */
async function finishChallenge(
  id: string,
  returned: Iterable<[string, unknown]>,
  locals: App.Locals,
): Promise<never> {
  await completeChallenge(id, returned, locals);
  redirect(303, statusAddress(id, { sinceMs: Date.now() }));
}
