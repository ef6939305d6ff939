import { fail } from '@sveltejs/kit';

import type { Notice } from '$lib/card-form/form-props.ts';
import type { FieldErrors } from '$lib/card-form/validate.ts';
import { describeDecline } from '$lib/order/decline.ts';
import { phaseOf } from '$lib/order/phase.ts';
import { openCheckout } from '$lib/server/open-checkout.ts';
import { goTo, readOrder } from '$lib/server/read-order.ts';
import { orders } from '$lib/server/settings.ts';
import { statusAddress } from '$lib/server/status-address.ts';
import { submitCard } from '$lib/server/submit-card.ts';

import type { Actions, PageServerLoad } from './$types';

/** The form, for an order that awaits a card; every other one shows its status. */
export const load: PageServerLoad = async (event) => {
  const { order, checkout, terms } = await openCheckout(event, Date.now());
  if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
  const said = order.provider_error_message;
  const notice: Notice | undefined =
    said === undefined
      ? undefined
      : { kind: 'declined', decline: describeDecline(said, terms.attemptsLeft) };
  return { checkout, terms, notice, asksEmail: order.customer?.email === undefined };
};

/** Why the form comes back. Nothing that was typed is in it. */
interface Again {
  errors?: FieldErrors;
  notice?: Notice;
}
const again = (status: number, data: Again) => fail(status, data);

export const actions: Actions = {
  /** Takes the form once and goes on to the status page. */
  default: async ({ params, request }) => {
    const order = await readOrder(params.id);
    if (phaseOf(order.status) !== 'form') goTo(statusAddress(order.id));
    const nowMs = Date.now();
    const form = await request.formData();
    const submission = await submitCard(orders(), { orderId: order.id, form, nowMs });
    switch (submission.outcome) {
      case 'invalid':
        return again(422, { errors: submission.errors });
      case 'not-sent':
        return again(503, { notice: { kind: 'not-sent' } });
      case 'sent':
        return goTo(statusAddress(order.id, { sinceMs: nowMs, payUrlBefore: order.pay_url }));
    }
  },
};
