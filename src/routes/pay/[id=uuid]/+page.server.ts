import { error, fail } from '@sveltejs/kit';

import type { Notice } from '$lib/card-form/form-view.ts';
import type { FieldErrors } from '$lib/card-form/validate.ts';
import { readForm } from '$lib/server/checkout/card-data.ts';
import { describeDecline } from '$lib/server/checkout/describe/decline.ts';
import { isWorkedOn } from '$lib/server/checkout/describe/worked-on.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import { orders } from '$lib/server/settings.ts';
import {
  openWorkedOn,
  patienceMs,
  rememberSentCard,
  sentCard,
} from '$lib/server/checkout/sent-card.ts';
import { fingerprint, statusAddress } from '$lib/server/checkout/status-address.ts';
import { payerHeaders } from '$lib/server/checkout/payer-headers.ts';
import { submitCard } from '$lib/server/checkout/submit-card.ts';
import { phaseOf } from '$lib/checkout/phase.ts';

import type { Actions, PageServerLoad } from './$types';

/** The form, for an order that awaits a card; every other one shows its status. */
export const load: PageServerLoad = async ({ params, locals }) => {
  const nowMs = Date.now();
  const opened = await openCheckout({ params, locals }, nowMs);
  const { order, checkout, terms } = opened;
  const sent = sentCard(locals, nowMs);
  if (isWorkedOn(opened, sent, patienceMs())) goTo(statusAddress(order.id, sent));
  if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
  return {
    checkout,
    terms,
    notice: describeDecline(opened, locals.language.messages.form),
    asksEmail: order.customer?.email === undefined,
    from: fingerprint(order),
  };
};

/** Why the form comes back. Nothing that was typed is in it. */
interface Again {
  errors?: FieldErrors;
  notice?: Notice;
}
const again = (status: number, data: Again) => fail(status, data);

export const actions: Actions = {
  /** Takes the form once and goes on to the status page. */
  default: async (event) => {
    const { params, request, locals, cookies, url } = event;
    const nowMs = Date.now();
    if (await openWorkedOn(event, nowMs)) {
      return goTo(statusAddress(params.id, sentCard(locals, nowMs)));
    }
    const form = readForm(await request.formData());
    const payer = payerHeaders(request, false);
    const submission = await submitCard(orders(), { orderId: params.id, form, payer, nowMs });
    if (submission.outcome === 'invalid') return again(422, { errors: submission.errors });
    if (submission.outcome === 'malformed') {
      return error(400, { message: 'Not as this page sends it', state: 'refused' });
    }
    if (submission.outcome !== 'sent') {
      const { order, isOwn } = await openCheckout(event, nowMs);
      const mayWait = submission.outcome === 'unknown' && !isOwn;
      const { notSent, notSentRetry } = locals.language.messages.form;
      if (phaseOf(order.status) === 'form' && !mayWait) {
        return again(503, { notice: { title: notSent, text: [notSentRetry] } });
      }
    }
    const arrival = { sinceMs: nowMs, from: form.from };
    rememberSentCard(cookies, url, params.id, arrival);
    return goTo(statusAddress(params.id, arrival));
  },
};
