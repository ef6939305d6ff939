import { error, fail, redirect } from '@sveltejs/kit';

import { FIELD_NAMES } from '$lib/card-form/fields.ts';
import type { FormView } from '$lib/card-form/form-view.ts';
import { phaseOf } from '$lib/checkout/checkout.ts';
import { describeAddress } from '$lib/server/checkout/asked-address.ts';
import { beginTransfer, hasOtherValue } from '$lib/server/checkout/begin-transfer.ts';
import { openCheckout, type OpenCheckout } from '$lib/server/checkout/open-checkout.ts';
import {
  describeDecline,
  describeNotSent,
  describeTooMany,
  isStillProcessing,
} from '$lib/server/checkout/order-state.ts';
import {
  fingerprint,
  readSentCard,
  readTypedCode,
  savePayer,
  saveSentCard,
  saveTypedCode,
  statusAddress,
} from '$lib/server/checkout/status-address.ts';
import {
  hasOtherCard,
  payerHeaders,
  readForm,
  submitCard,
} from '$lib/server/checkout/submit-card.ts';
import { describeBegin } from '$lib/server/checkout/transfer-state.ts';
import { ordersClient } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad, RequestEvent } from './$types';

/** Loads the form of an order that awaits payment; redirects to the status page for any other. */
export const load: PageServerLoad = async ({ params, locals, url }) => {
  const nowMs = Date.now();
  const opened = await openCheckout({ params, locals, url }, nowMs);
  const { order, checkout, terms, transfer } = opened;
  const sent = readSentCard(locals, nowMs);
  if (isStillProcessing(opened, sent, pageConfig().pendingAfterMs)) {
    redirect(303, statusAddress(order.id, sent));
  }
  if (phaseOf(order.status) !== 'form') redirect(303, statusAddress(order.id));
  if (transfer !== undefined) {
    const begin = describeBegin({ ...opened, transfer }, locals.language);
    return { checkout, begin, asks: begin.field === 'code' ? begin.field : undefined };
  }
  const view: FormView = {
    ...terms,
    notice: describeDecline(opened, locals.language.messages.form),
    asksEmail: order.customer?.email === undefined,
    needs: opened.needs,
    address: describeAddress(opened, locals.language),
    from: fingerprint(order),
  };
  return { asks: 'card' as const, checkout, view };
};

export const actions: Actions = {
  /**
   * Submits the form once and redirects to the status page. If the form is shown again, it contains nothing that was
   * typed.
   */
  default: async (event) => {
    const { params, request, locals, cookies, url } = event;
    const nowMs = Date.now();
    const sent = readSentCard(locals, nowMs);
    locals.isPayer = true;
    if (sent.from !== undefined) {
      const opened = await openCheckout(event, nowMs);
      // No second card is sent while the first is processed.
      if (isStillProcessing(opened, sent, pageConfig().pendingAfterMs)) {
        redirect(303, statusAddress(params.id, sent));
      }
    }
    const fields = await request.formData();
    if (!fields.has(FIELD_NAMES.number)) {
      const opened = await openCheckout(event, nowMs);
      if (opened.transfer !== undefined) return begin(event, opened, fields);
    }
    const form = readForm(fields);
    const submission = await submitCard(ordersClient(locals), {
      orderId: params.id,
      form,
      payer: payerHeaders(request, false),
      nowMs,
    });
    if (submission.outcome === 'invalid') {
      return fail(422, { errors: submission.errors });
    }
    if (submission.outcome === 'malformed') {
      error(400, { message: 'Not as this page sends it', state: 'refused' });
    }
    if (submission.outcome === 'tooMany') {
      const notice = describeTooMany(locals.language.messages);
      return fail(429, { notice });
    }
    if (submission.outcome !== 'sent') {
      const opened = await openCheckout(event, nowMs);
      const { order, isOwn } = opened;
      const isLate = submission.outcome === 'late';
      const mayWait = submission.outcome !== 'refused' && !isOwn;
      if (isLate && hasOtherCard(opened, form) && phaseOf(order.status) !== 'form') {
        redirect(303, statusAddress(params.id, { isUnused: true }));
      }
      if (phaseOf(order.status) === 'form' && !mayWait) {
        return fail(503, { notice: describeNotSent(locals.language.messages.form) });
      }
    }
    const arrival = { sinceMs: nowMs, from: form.from };
    saveSentCard(cookies, url, params.id, arrival);
    savePayer(cookies, url, params.id);
    redirect(303, statusAddress(params.id, arrival));
  },
};

/** Begins a payment that is not made by card, and redirects to the status page, which shows what follows. */
async function begin(
  { params, request, locals, cookies, url }: RequestEvent,
  opened: OpenCheckout,
  fields: FormData,
) {
  const { order, transfer } = opened;
  if (transfer === undefined) redirect(303, statusAddress(params.id));
  if (phaseOf(order.status) !== 'form') {
    const isUnused = hasOtherValue({ order, transfer }, fields, readTypedCode(cookies));
    redirect(303, statusAddress(params.id, { isUnused }));
  }
  const beginning = await beginTransfer(ordersClient(locals), {
    orderId: params.id,
    transfer,
    form: fields,
    payer: payerHeaders(request, false),
  });
  if (beginning.outcome === 'invalid') {
    return fail(422, { beginError: beginning.error });
  }
  if (beginning.outcome === 'begun') {
    if (opened.isOfLink) savePayer(cookies, url, params.id);
    if (beginning.code !== undefined) saveTypedCode(cookies, url, params.id, beginning.code);
    redirect(303, statusAddress(params.id, { from: fingerprint(order) }));
  }
  return fail(503, { notice: describeNotSent(locals.language.messages.form) });
}
