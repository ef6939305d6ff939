import { json } from '@sveltejs/kit';

import { phaseOf } from '$lib/order/phase.ts';
import { orders } from '$lib/server/settings.ts';

import type { RequestHandler } from './$types';

/** Where the order stands, for the scripts of its pages: the phase, and why it was declined. */
export const GET: RequestHandler = async ({ params }) => {
  const answer = await orders().getPayin(params.id);
  if (!answer.ok) return json({ error: 'unavailable' }, { status: 503 });
  const { status, provider_error_message: declined } = answer.value;
  return json({ phase: phaseOf(status), declined });
};
