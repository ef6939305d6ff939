import { json } from '@sveltejs/kit';

import { readForm } from '$lib/server/checkout/card-data.ts';
import { payerHeaders } from '$lib/server/checkout/payer-headers.ts';
import { describeAnswer } from '$lib/server/checkout/describe/answer.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { submitCard } from '$lib/server/checkout/submit-card.ts';
import { orders } from '$lib/server/settings.ts';

import type { RequestHandler } from './$types';

/** Takes the form from a script, which stays on its page: the answer says where the order stands. */
export const POST: RequestHandler = async (event) => {
  const nowMs = Date.now();
  const form = readForm(await event.request.formData());
  const submission = await submitCard(orders(), {
    orderId: event.params.id,
    form,
    payer: payerHeaders(event.request, true),
    nowMs,
  });
  if (submission.outcome === 'invalid') {
    return json({ phase: 'form', errors: submission.errors }, { status: 422 });
  }
  const opened = await openCheckout(event, nowMs);
  const arrival = { sinceMs: nowMs, from: form.from };
  const answer = describeAnswer(opened, arrival, event.locals.language);
  // A decline that the order tells of is an earlier one: this attempt never got there.
  if (submission.outcome === 'not-sent') return json({ ...answer, notice: undefined });
  return json(answer);
};
