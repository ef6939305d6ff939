import { json } from '@sveltejs/kit';

import { ARRIVED_FROM } from '$lib/card-form/fields.ts';
import { describeAnswer } from '$lib/server/checkout/describe/answer.ts';
import { openCheckout } from '$lib/server/checkout/open-checkout.ts';

import type { RequestHandler } from './$types';

/** Where the order stands, for the scripts of its pages. */
export const GET: RequestHandler = async (event) => {
  const nowMs = Date.now();
  const opened = await openCheckout(event, nowMs);
  const from = event.url.searchParams.get(ARRIVED_FROM) ?? undefined;
  return json(describeAnswer(opened, { sinceMs: nowMs, from }, event.locals.language));
};
