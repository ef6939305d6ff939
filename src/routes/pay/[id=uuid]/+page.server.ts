import { fail } from '@sveltejs/kit';

import type { Notice } from '$lib/card-form/form-view.ts';
import type { FieldErrors } from '$lib/card-form/validate.ts';
import { phaseOf } from '$lib/checkout/phase.ts';
import { readForm } from '$lib/server/checkout/card-data.ts';
import { describeDecline } from '$lib/server/checkout/describe-decline.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import { orders } from '$lib/server/settings.ts';
import { fingerprint, statusAddress } from '$lib/server/checkout/status-address.ts';
import { payerHeaders } from '$lib/server/checkout/payer-headers.ts';
import { submitCard } from '$lib/server/checkout/submit-card.ts';

import type { Actions, PageServerLoad } from './$types';

/** The form, for an order that awaits a card; every other one shows its status. */
export const load: PageServerLoad = async (event) => {
  const opened = await openCheckout(event, Date.now());
  const { order, checkout, terms } = opened;
  if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
  return {
    checkout,
    terms,
    notice: describeDecline(opened, event.locals.language.messages.form),
    asksEmail: order.customer?.email === undefined,
    from: fingerprint(order.pay_url ?? ''),
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
  default: async ({ params, request, locals }) => {
    const nowMs = Date.now();
    const form = readForm(await request.formData());
    const payer = payerHeaders(request, false);
    const submission = await submitCard(orders(), { orderId: params.id, form, payer, nowMs });
    const { notSent, notSentRetry } = locals.language.messages.form;
    switch (submission.outcome) {
      case 'invalid':
        return again(422, { errors: submission.errors });
      case 'not-sent':
        return again(503, { notice: { title: notSent, text: [notSentRetry] } });
      case 'sent':
        return goTo(statusAddress(params.id, { sinceMs: nowMs, from: form.from }));
    }
  },
};
