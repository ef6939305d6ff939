import { fail } from '@sveltejs/kit';

import { phaseOf } from '$lib/order/phase.ts';
import { describeCheckout } from '$lib/server/describe-checkout.ts';
import { goTo, readOrder } from '$lib/server/read-order.ts';
import { orders } from '$lib/server/settings.ts';
import { statusAddress } from '$lib/server/status-address.ts';
import { submitCard } from '$lib/server/submit-card.ts';

import type { Actions, PageServerLoad } from './$types';

/** The form, for an order that awaits a card; every other one shows its status. */
export const load: PageServerLoad = async ({ params, locals }) => {
  const order = await readOrder(params.id);
  if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
  return {
    checkout: describeCheckout(order, locals.language),
    asksEmail: order.customer?.email === undefined,
    declined: order.provider_error_message,
  };
};

export const actions: Actions = {
  /** Takes the form once and goes on to the status page. Nothing that was typed is sent back. */
  default: async ({ params, request }) => {
    const order = await readOrder(params.id);
    if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
    const nowMs = Date.now();
    const form = await request.formData();
    const submission = await submitCard(orders(), { orderId: order.id, form, nowMs });
    switch (submission.outcome) {
      case 'invalid':
        return fail(422, { errors: submission.errors });
      case 'not-sent':
        return fail(503, { isNotSent: true });
      case 'sent':
        return goTo(statusAddress(order.id, { sinceMs: nowMs, payUrlBefore: order.pay_url }));
    }
  },
};
