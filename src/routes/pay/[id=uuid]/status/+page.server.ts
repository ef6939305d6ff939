import { error, redirect } from '@sveltejs/kit';

import { openCheckout, type OpenCheckout } from '$lib/server/checkout/open-checkout.ts';
import { describeStatus } from '$lib/server/checkout/order-state.ts';
import {
  foreignParameters,
  orderAddress,
  payerAddress,
  readArrival,
  readTypedCode,
  statusAddress,
  type ReadArrival,
} from '$lib/server/checkout/status-address.ts';
import {
  describeTransferStatus,
  type TransferStatus,
} from '$lib/server/checkout/transfer-state.ts';
import { completeChallenge } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

/** Loads the status page: the wait, instructions or result, and the way back to the shop. */
export const load: PageServerLoad = async ({ params, url, locals, cookies }) => {
  const nowMs = Date.now();
  const returned = foreignParameters(url.searchParams);
  if (returned.length > 0) await finishChallenge(params.id, returned, locals);
  const opened = await openCheckout({ params, locals, url }, nowMs);
  const { order, checkout, receipt } = opened;
  const arrival = readArrival(url.searchParams, nowMs);
  const described = describe(opened, arrival, locals, readTypedCode(cookies));
  if (described === undefined) redirect(303, orderAddress(order.id));
  const { view, instructions } = described;
  // A closed order answers 410, with the same page and way back as any other.
  if (view.state === 'expired' || view.state === 'cancelled') {
    error(410, {
      message: 'The order is closed',
      state: view.state,
      closed: { checkout, view, receipt },
    });
  }
  const payerUrl = opened.transfer && payerAddress(order.id);
  return { checkout, view, receipt, instructions, payerUrl };
};

export const actions: Actions = {
  /** Handles the post by which an issuer's page sends the shopper back from its own site. */
  default: async ({ params, request, locals }) =>
    finishChallenge(params.id, await request.formData(), locals),
};

/** Forwards what an issuer's page sent back with the shopper, then redirects, so that it does not stay in the URL. */
async function finishChallenge(
  id: string,
  returned: Iterable<[string, unknown]>,
  locals: App.Locals,
): Promise<never> {
  await completeChallenge(id, returned, locals);
  redirect(303, statusAddress(id, { sinceMs: Date.now() }));
}

/** Describes the order's status; undefined if it awaits payment, so that the form is the right page. */
function describe(
  opened: OpenCheckout,
  arrival: ReadArrival,
  { language }: App.Locals,
  typedCode: string | undefined,
): TransferStatus | undefined {
  const { order, terms, transfer, endedBy, isOwn } = opened;
  if (transfer !== undefined) {
    return describeTransferStatus({ ...opened, transfer }, arrival, { language, typedCode });
  }
  const { attemptsLeft } = terms;
  const { pendingAfterMs } = pageConfig();
  const view = describeStatus(order, arrival, { pendingAfterMs, attemptsLeft, endedBy, isOwn });
  return view && { view };
}
