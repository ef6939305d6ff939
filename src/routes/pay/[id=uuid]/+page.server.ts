import { error, fail, redirect } from '@sveltejs/kit';

import { phaseOf } from '$lib/checkout/checkout.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { describeDecline, isStillProcessing } from '$lib/server/checkout/order-state.ts';
import {
  fingerprint,
  readSentCard,
  saveSentCard,
  statusAddress,
} from '$lib/server/checkout/status-address.ts';
import { payerHeaders, readForm, submitCard } from '$lib/server/checkout/submit-card.ts';
import { ordersClient } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

/** The form, for an order that awaits a card; every other one shows its status. */
export const load: PageServerLoad = async ({ params, locals }) => {
  const nowMs = Date.now();
  const opened = await openCheckout({ params, locals }, nowMs);
  const { order, checkout, terms } = opened;
  const sent = readSentCard(locals, nowMs);
  if (isStillProcessing(opened, sent, pageConfig().pendingAfterMs)) {
    redirect(303, statusAddress(order.id, sent));
  }
  if (phaseOf(order.status) !== 'form') redirect(303, statusAddress(order.id));
  return {
    checkout,
    terms,
    notice: describeDecline(opened, locals.language.messages.form),
    asksEmail: order.customer?.email === undefined,
    from: fingerprint(order),
  };
};

export const actions: Actions = {
  /** Takes the form once and goes on to the status page. Where it comes back, nothing that was typed is in it. */
  default: async (event) => {
    const { params, request, locals, cookies, url } = event;
    const nowMs = Date.now();
    const sent = readSentCard(locals, nowMs);
    if (sent.from !== undefined) {
      const opened = await openCheckout(event, nowMs);
      // No second card is sent while the first is processed.
      if (isStillProcessing(opened, sent, pageConfig().pendingAfterMs)) {
        redirect(303, statusAddress(params.id, sent));
      }
    }
    const form = readForm(await request.formData());
    const submission = await submitCard(ordersClient(locals), {
      orderId: params.id,
      form,
      payer: payerHeaders(request, false),
      nowMs,
    });
    if (submission.outcome === 'invalid') {
      return fail(422, { errors: submission.errors, notice: undefined });
    }
    if (submission.outcome === 'malformed') {
      error(400, { message: 'Not as this page sends it', state: 'refused' });
    }
    if (submission.outcome !== 'sent') {
      const { order, isOwn } = await openCheckout(event, nowMs);
      const mayWait = submission.outcome === 'unknown' && !isOwn;
      const { notSent, notSentRetry } = locals.language.messages.form;
      if (phaseOf(order.status) === 'form' && !mayWait) {
        return fail(503, {
          errors: undefined,
          notice: { title: notSent, text: [notSentRetry] },
        });
      }
    }
    const arrival = { sinceMs: nowMs, from: form.from };
    saveSentCard(cookies, url, params.id, arrival);
    redirect(303, statusAddress(params.id, arrival));
  },
};
