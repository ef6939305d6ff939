import { json } from '@sveltejs/kit';

import { languageInAddress } from '$lib/server/checkout/language.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import {
  describeAnswer,
  describeTooMany,
  isStillProcessing,
} from '$lib/server/checkout/order-state.ts';
import {
  orderAddress,
  readSentCard,
  savePayer,
  saveSentCard,
} from '$lib/server/checkout/status-address.ts';
import {
  hasOtherCard,
  lacksFieldsOf,
  payerHeaders,
  readForm,
  submitCard,
} from '$lib/server/checkout/submit-card.ts';
import { ordersClient } from '$lib/server/orders.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { RequestHandler } from './$types';

/** Submits the form for a script, which stays on its page, and answers with the order's state. */
export const POST: RequestHandler = async (event) => {
  const nowMs = Date.now();
  const { params, request, locals, cookies, url } = event;
  const { pendingAfterMs } = pageConfig();
  const terms = { language: locals.language, pendingAfterMs };
  const lang = languageInAddress(url);
  locals.isPayer = true;
  const sent = readSentCard(locals, nowMs);
  if (sent.from !== undefined) {
    const opened = await openCheckout(event, nowMs);
    // No second card is sent while the first is processed.
    if (isStillProcessing(opened, sent, pendingAfterMs)) {
      return json(describeAnswer(opened, { ...sent, lang }, terms));
    }
  }
  const form = readForm(await request.formData());
  const submission = await submitCard(ordersClient(locals), {
    orderId: params.id,
    form,
    payer: payerHeaders(request, true),
    nowMs,
  });
  if (submission.outcome === 'invalid') {
    if (lacksFieldsOf(form, submission.errors)) {
      return json({ phase: 'waiting', next: orderAddress(params.id) + url.search });
    }
    return json({ phase: 'form', errors: submission.errors }, { status: 422 });
  }
  if (submission.outcome === 'malformed') return json({ phase: 'form' }, { status: 400 });
  if (submission.outcome === 'tooMany') {
    const notice = describeTooMany(locals.language.messages);
    return json({ phase: 'form', notice }, { status: 429 });
  }
  const opened = await openCheckout(event, nowMs);
  if (opened.isOfLink) savePayer(cookies, url, params.id);
  if (submission.outcome === 'late' && hasOtherCard(opened, form)) {
    const arrival = { isUnused: true, waitedMs: 0, from: undefined, lang };
    return json({ ...describeAnswer(opened, arrival, terms), notice: undefined });
  }
  // A refused card is not processed further.
  const from = submission.outcome === 'refused' ? undefined : form.from;
  const arrival = { sinceMs: nowMs, waitedMs: 0, from, lang };
  const answer = describeAnswer(opened, arrival, terms);
  if (!opened.isOwn && from !== undefined) saveSentCard(cookies, url, params.id, arrival);
  // Without an attempt, a decline on the order belongs to an earlier card.
  const isAnswered = submission.outcome === 'sent' || submission.outcome === 'late';
  return json(isAnswered ? answer : { ...answer, notice: undefined });
};
