import { json } from '@sveltejs/kit';

import { readForm } from '$lib/server/checkout/card-data.ts';
import { payerHeaders } from '$lib/server/checkout/payer-headers.ts';
import { describeAnswer } from '$lib/server/checkout/describe/answer.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import {
  openWorkedOn,
  patienceMs,
  rememberSentCard,
  sentCard,
} from '$lib/server/checkout/sent-card.ts';
import { submitCard } from '$lib/server/checkout/submit-card.ts';
import { orders } from '$lib/server/settings.ts';

import type { RequestHandler } from './$types';

/** Takes the form from a script, which stays on its page: the answer says where the order stands. */
export const POST: RequestHandler = async (event) => {
  const nowMs = Date.now();
  const { params, request, locals, cookies, url } = event;
  const terms = { language: locals.language, patienceMs: patienceMs() };
  const workedOn = await openWorkedOn(event, nowMs);
  if (workedOn) return json(describeAnswer(workedOn, sentCard(locals, nowMs), terms));
  const form = readForm(await request.formData());
  const { outcome, ...found } = await submitCard(orders(), {
    orderId: params.id,
    form,
    payer: payerHeaders(request, true),
    nowMs,
  });
  if (outcome === 'invalid') return json({ phase: 'form', ...found }, { status: 422 });
  if (outcome === 'malformed') return json({ phase: 'form' }, { status: 400 });
  const opened = await openCheckout(event, nowMs);
  // Of a card that was refused nobody works on anything.
  const from = outcome === 'refused' ? undefined : form.from;
  const arrival = { sinceMs: nowMs, waitedMs: 0, from };
  const answer = describeAnswer(opened, arrival, terms);
  if (!opened.isOwn && from !== undefined) rememberSentCard(cookies, url, params.id, arrival);
  // A decline that the order tells of is an earlier one: this attempt never got there.
  return json(outcome === 'sent' ? answer : { ...answer, notice: undefined });
};
