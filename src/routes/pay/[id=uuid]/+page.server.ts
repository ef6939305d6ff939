import { fail } from '@sveltejs/kit';

import type { Notice } from '$lib/card-form/form-view.ts';
import type { FieldErrors } from '$lib/card-form/validate.ts';
import { readForm } from '$lib/server/checkout/card-data.ts';
import { formPage } from '$lib/server/checkout/form-page.ts';
import { goTo } from '$lib/server/checkout/read-order.ts';
import { orders } from '$lib/server/settings.ts';
import { statusAddress } from '$lib/server/checkout/status-address.ts';
import { payerHeaders } from '$lib/server/checkout/payer-headers.ts';
import { submitCard } from '$lib/server/checkout/submit-card.ts';

import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = formPage;

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
