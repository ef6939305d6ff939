import { json } from '@sveltejs/kit';

import { openCheckout } from '$lib/server/checkout/open-checkout.ts';
import { describeAnswer } from '$lib/server/checkout/order-state.ts';
import { readArrival } from '$lib/server/checkout/status-address.ts';
import { liveParts } from '$lib/server/checkout/transfer-state.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { RequestHandler } from './$types';

/** Returns the order's state for the scripts of its pages. */
export const GET: RequestHandler = async (event) => {
  const nowMs = Date.now();
  const opened = await openCheckout(event, nowMs);
  const { language } = event.locals;
  const { pendingAfterMs } = pageConfig();
  const arrival = readArrival(event.url.searchParams, nowMs);
  const answer = describeAnswer(opened, arrival, { language, pendingAfterMs });
  const { transfer } = opened;
  return json(transfer ? { ...answer, ...liveParts({ ...opened, transfer }, language) } : answer);
};
